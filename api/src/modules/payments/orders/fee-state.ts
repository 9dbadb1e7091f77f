import {
  ENTRY_FEE_MACHINE,
  ENTRY_MACHINE,
  ENTRY_STATUS,
  FEE_TYPE,
  next,
  WINNER_FEE_MACHINE,
} from '@awards/shared/domain'
import type {
  EntryFeeStatus,
  FeeType,
  WinnerFeeEvent,
  WinnerFeeStatus,
} from '@awards/shared/domain'
import type { EntryFeeEvent } from '@awards/shared/domain'
import type { PayableEntry } from '../payment-types.ts'

type FeeEvent = EntryFeeEvent | WinnerFeeEvent
type FeeStatus = EntryFeeStatus | WinnerFeeStatus

export const feeStatus = (entry: PayableEntry, feeType: FeeType): FeeStatus =>
  feeType === FEE_TYPE.entry ? entry.entry_fee_status : entry.winner_fee_status

/** The status that an event leads a fee to, or undefined where the rules forbid it. */
export function nextFee(feeType: FeeType, from: number, event: FeeEvent): FeeStatus | undefined {
  const machine: Record<number, Partial<Record<FeeEvent, FeeStatus>>> = feeType === FEE_TYPE.entry
    ? ENTRY_FEE_MACHINE
    : WINNER_FEE_MACHINE
  return machine[from]?.[event]
}

/** Follows several events; the ones that do not apply are passed over. */
export const followFee = (feeType: FeeType, from: number, events: readonly FeeEvent[]): number =>
  events.reduce<number>((status, event) => nextFee(feeType, status, event) ?? status, from)

/** A fee that takes no more money: what still arrives is sent back. */
export function isSettled(entry: PayableEntry, feeType: FeeType): boolean {
  const isGone =
    entry.entry_status === ENTRY_STATUS.withdrawn ||
    entry.entry_status === ENTRY_STATUS.disqualified
  return isGone || nextFee(feeType, feeStatus(entry, feeType), 'receive_money') === undefined
}

/** A submitted entry is registered as soon as its fee is settled. */
export const entryStatusAfterFee = (entry: PayableEntry) =>
  next(ENTRY_MACHINE, entry.entry_status, 'settle_fee') ?? entry.entry_status
