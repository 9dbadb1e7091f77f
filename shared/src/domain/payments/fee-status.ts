import type { Machine } from '../machine.ts'

export const ENTRY_FEE_STATUS = {
  unpaid: 0,
  pending: 1,
  paid: 2,
  waived: 3,
  offline_declared: 4,
  refund_pending: 5,
  refunded: 6,
} as const
export type EntryFeeStatus = (typeof ENTRY_FEE_STATUS)[keyof typeof ENTRY_FEE_STATUS]
export const ENTRY_FEE_STATUSES = Object.values(ENTRY_FEE_STATUS)

export type EntryFeeEvent =
  | 'open_order'
  | 'close_order'
  | 'receive_money'
  | 'declare_transfer'
  | 'waive'
  | 'confirm_transfer'
  | 'transfer_not_received'
  | 'ask_refund'
  | 'refund_done'

const F = ENTRY_FEE_STATUS

/** Domain page §2.5. `receive_money` is a verified provider payment and wins in every unsettled state. */
export const ENTRY_FEE_MACHINE: Machine<EntryFeeStatus, EntryFeeEvent> = {
  [F.unpaid]: {
    open_order: F.pending,
    receive_money: F.paid,
    declare_transfer: F.offline_declared,
    waive: F.waived,
    confirm_transfer: F.paid,
  },
  [F.pending]: {
    close_order: F.unpaid,
    receive_money: F.paid,
    declare_transfer: F.offline_declared,
  },
  [F.paid]: { ask_refund: F.refund_pending },
  [F.waived]: {},
  [F.offline_declared]: {
    confirm_transfer: F.paid,
    transfer_not_received: F.unpaid,
    waive: F.waived,
    receive_money: F.paid,
  },
  [F.refund_pending]: { refund_done: F.refunded },
  [F.refunded]: {},
}

/** What a juror with `can_manage_fees` may do by hand: target status → event. Same value again is a no-op. */
export const MANUAL_ENTRY_FEE_EVENTS = {
  [F.unpaid]: 'transfer_not_received',
  [F.paid]: 'confirm_transfer',
  [F.waived]: 'waive',
  [F.refund_pending]: 'ask_refund',
  [F.refunded]: 'refund_done',
} as const satisfies Partial<Record<EntryFeeStatus, EntryFeeEvent>>

export const WINNER_FEE_STATUS = {
  not_applicable: 0,
  offered: 1,
  pending: 2,
  paid: 3,
  waived: 4,
  declined: 5,
  offline_declared: 6,
  refund_pending: 7,
  refunded: 8,
  offer_expired: 9,
} as const
export type WinnerFeeStatus = (typeof WINNER_FEE_STATUS)[keyof typeof WINNER_FEE_STATUS]
export const WINNER_FEE_STATUSES = Object.values(WINNER_FEE_STATUS)

export type WinnerFeeEvent = EntryFeeEvent | 'offer' | 'decline' | 'reconsider' | 'expire'

const W = WINNER_FEE_STATUS

/** Domain page §2.5: offered at publication only; a refusal can be taken back until the offer expires. */
export const WINNER_FEE_MACHINE: Machine<WinnerFeeStatus, WinnerFeeEvent> = {
  [W.not_applicable]: { offer: W.offered },
  [W.offered]: {
    open_order: W.pending,
    receive_money: W.paid,
    declare_transfer: W.offline_declared,
    waive: W.waived,
    confirm_transfer: W.paid,
    decline: W.declined,
    expire: W.offer_expired,
  },
  [W.pending]: {
    close_order: W.offered,
    receive_money: W.paid,
    declare_transfer: W.offline_declared,
  },
  [W.paid]: { ask_refund: W.refund_pending },
  [W.waived]: {},
  [W.declined]: { reconsider: W.offered, expire: W.offer_expired },
  [W.offline_declared]: {
    confirm_transfer: W.paid,
    transfer_not_received: W.offered,
    waive: W.waived,
    receive_money: W.paid,
  },
  [W.refund_pending]: { refund_done: W.refunded },
  [W.refunded]: {},
  [W.offer_expired]: { receive_money: W.paid },
}

export const MANUAL_WINNER_FEE_EVENTS = {
  [W.offered]: 'transfer_not_received',
  [W.paid]: 'confirm_transfer',
  [W.waived]: 'waive',
  [W.refund_pending]: 'ask_refund',
  [W.refunded]: 'refund_done',
} as const satisfies Partial<Record<WinnerFeeStatus, WinnerFeeEvent>>

const nameOf = (statuses: Record<string, number>) => {
  const names = new Map(Object.entries(statuses).map(([name, status]) => [status, name]))
  return (status: number): string => names.get(status) ?? 'unknown'
}

export const entryFeeStatusText = nameOf(ENTRY_FEE_STATUS)
export const winnerFeeStatusText = nameOf(WINNER_FEE_STATUS)
