import type { Language } from '../constants.ts'
import type { Machine } from '../machine.ts'

/** A payment order; `closing` is the time between our wish to close it and the provider's word. */
export const PAYMENT_STATUS = {
  created: 0,
  awaiting: 1,
  paid: 2,
  closed: 3,
  failed: 4,
  refunding: 5,
  refunded: 6,
  closing: 7,
  mismatch: 8,
} as const
export type PaymentStatus = (typeof PAYMENT_STATUS)[keyof typeof PAYMENT_STATUS]
export const PAYMENT_STATUSES = Object.values(PAYMENT_STATUS)

export type PaymentEvent =
  | 'announce'
  | 'refuse'
  | 'close'
  | 'confirm_closed'
  | 'receive'
  | 'receive_duplicate'
  | 'receive_other_amount'
  | 'refund'
  | 'confirm_refund'

const P = PAYMENT_STATUS

/**
 * Payments page §3. Money wins: a verified payment is taken in from every state that has none, also
 * after closing or failure. A duplicate goes straight to its refund.
 */
export const PAYMENT_MACHINE: Machine<PaymentStatus, PaymentEvent> = {
  [P.created]: {
    announce: P.awaiting,
    refuse: P.failed,
    close: P.closing,
    receive: P.paid,
    receive_duplicate: P.refunding,
    receive_other_amount: P.mismatch,
  },
  [P.awaiting]: {
    close: P.closing,
    receive: P.paid,
    receive_duplicate: P.refunding,
    receive_other_amount: P.mismatch,
  },
  [P.closing]: {
    confirm_closed: P.closed,
    receive: P.paid,
    receive_duplicate: P.refunding,
    receive_other_amount: P.mismatch,
  },
  [P.closed]: {
    receive: P.paid,
    receive_duplicate: P.refunding,
    receive_other_amount: P.mismatch,
  },
  [P.failed]: {
    receive: P.paid,
    receive_duplicate: P.refunding,
    receive_other_amount: P.mismatch,
  },
  [P.paid]: { refund: P.refunding },
  [P.mismatch]: { refund: P.refunding },
  [P.refunding]: { confirm_refund: P.refunded },
  [P.refunded]: {},
}

const NAME_OF = new Map<number, string>(
  Object.entries(PAYMENT_STATUS).map(([name, status]) => [status, name]),
)
export const paymentStatusText = (status: PaymentStatus): string => NAME_OF.get(status) ?? 'unknown'

/** A refund; `requested` waits for its provider, or for the person who sends a transfer back. */
export const REFUND_STATUSES = ['requested', 'processing', 'succeeded', 'failed'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** What an entrant can read in the history of an order, oldest first. */
export const PAYMENT_MOMENTS = [
  'created',
  'awaiting',
  'paid',
  'paid_late',
  'duplicate',
  'mismatch',
  'closed',
  'failed',
  'refund_requested',
  'refund_done',
  'refund_failed',
  'invoice',
  'credit_note',
] as const
export type PaymentMoment = (typeof PAYMENT_MOMENTS)[number]

/** Who made something happen to an order. */
export const PAYMENT_ACTORS = ['payer', 'provider', 'organiser', 'system'] as const
export type PaymentActor = (typeof PAYMENT_ACTORS)[number]

/** What needs a person's eye; each is written down once per order until somebody has dealt with it. */
export const PAYMENT_ALERTS = [
  'AMOUNT_MISMATCH',
  'UNKNOWN_ORDER',
  'DUPLICATE',
  'REFUND_FAILED',
  'SECOND_PAYMENT',
  'EXTERNAL_REFUND',
  'DISPUTE',
  'BOOKS_DIFFER',
  'AWARD_REVOKED',
] as const
export type PaymentAlert = (typeof PAYMENT_ALERTS)[number]

/** What happened to an invoice or a report at the approved platform; apart, since released remotes know the list above alone. */
export const INVOICE_ALERTS = [
  'INVOICE_NOT_TAKEN',
  'INVOICE_NO_ADDRESS',
  'INVOICE_CONTESTED',
  'PLATFORM_SILENT',
  'REPORT_NOT_TAKEN',
  'REPORT_INCOMPLETE',
] as const
export type InvoiceAlert = (typeof INVOICE_ALERTS)[number]

export const FEE_TYPE = { entry: 1, winner_package: 2 } as const
export type FeeType = (typeof FEE_TYPE)[keyof typeof FEE_TYPE]

/** Names of the two fees, on documents and payment pages. */
export const FEE_NAMES: Record<Language, { entry: string; winner: string }> = {
  en: { entry: 'Entry fee', winner: 'Winner package' },
  fr: { entry: 'Frais d’inscription', winner: 'Formule lauréat' },
  zh: { entry: '参赛费', winner: '获奖套餐' },
}

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
/** Fees that hold an entry back no longer. */
export const PAID_OR_WAIVED: readonly number[] = [ENTRY_FEE_STATUS.paid, ENTRY_FEE_STATUS.waived]

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
  [W.offer_expired]: { receive_money: W.paid, confirm_transfer: W.paid },
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
