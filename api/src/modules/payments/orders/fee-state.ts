import {
  ENTRY_FEE_MACHINE,
  ENTRY_STATUS,
  FEE_TYPE,
  WINNER_FEE_MACHINE,
  PAYMENT_STATUS,
  type EntryFeeStatus,
  type FeeType,
  type WinnerFeeEvent,
  type WinnerFeeStatus,
  type EntryFeeEvent,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { changeEntryStatus } from '../../entries/entry-status.repository.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { PayableEntry, Order } from '../payment-types.ts'
import { ordersRepository } from './orders.repository.ts'

const S = PAYMENT_STATUS

type FeeEvent = EntryFeeEvent | WinnerFeeEvent
type FeeStatus = EntryFeeStatus | WinnerFeeStatus

export const feeStatus = (entry: PayableEntry, feeType: FeeType): FeeStatus =>
  feeType === FEE_TYPE.entry ? entry.entry_fee_status : entry.winner_fee_status

/** The status after an event; undefined where the fee's state machine forbids it. */
export function nextFee(feeType: FeeType, from: number, event: FeeEvent): FeeStatus | undefined {
  const machine: Record<number, Partial<Record<FeeEvent, FeeStatus>>> = feeType === FEE_TYPE.entry
    ? ENTRY_FEE_MACHINE
    : WINNER_FEE_MACHINE
  return machine[from]?.[event]
}

/** Applies several events in turn, and skips those that the state machine forbids. */
export const followFee = (feeType: FeeType, from: number, events: readonly FeeEvent[]): number =>
  events.reduce<number>((status, event) => nextFee(feeType, status, event) ?? status, from)

/** True for a fee that takes no more money; a further payment is refunded. */
export function isSettled(entry: PayableEntry, feeType: FeeType): boolean {
  const isGone =
    entry.entry_status === ENTRY_STATUS.withdrawn ||
    entry.entry_status === ENTRY_STATUS.disqualified
  return isGone || nextFee(feeType, feeStatus(entry, feeType), 'receive_money') === undefined
}

/** Marks a fee paid, and registers the entry or books the package. */
export async function settleFee(
  trx: Db,
  entry: PayableEntry,
  { fee_type, package_code, order_no }: Order,
  { at, isConfirmedByHand }: { at: Date; isConfirmedByHand: boolean },
) {
  const status = followFee(fee_type, feeStatus(entry, fee_type), ['receive_money'])
  const entries = payableEntriesRepository(trx)
  const isEntryFee = fee_type === FEE_TYPE.entry
  await entries.updateVersion(entry.id, {
    [feeColumn(fee_type)]: status,
    ...(isEntryFee ? { paid_at: at } : { package_code }),
  })
  if (isEntryFee) await changeEntryStatus(trx, 'settle_fee', [entry.id])
  const paid = isEntryFee ? 'entry_fee_paid' : 'winner_fee_paid'
  await entries.event(entry.id, isConfirmedByHand ? 'fee_confirm_transfer' : paid, order_no, at)
}

/** Returns a fee to unpaid unless another order of it is open. */
export async function releaseFee(trx: Db, entry: PayableEntry, feeType: FeeType) {
  const open = await ordersRepository(trx).lockOneOf(entry.id, feeType, [S.created, S.awaiting])
  if (open) return
  const from = feeStatus(entry, feeType)
  const to = followFee(feeType, from, ['close_order', 'transfer_not_received'])
  if (to === from) return
  await payableEntriesRepository(trx).update(entry.id, { [feeColumn(feeType)]: to })
}
