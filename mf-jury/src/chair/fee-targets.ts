import {
  ENTRY_FEE_MACHINE,
  MANUAL_ENTRY_FEE_EVENTS,
  MANUAL_WINNER_FEE_EVENTS,
  WINNER_FEE_MACHINE,
  entryFeeStatusText,
  next,
  winnerFeeStatusText,
  type EntryFeeEvent,
  type EntryFeeStatus,
  type WinnerFeeStatus,
} from '@awards/shared/domain'

export type Fee = 'entry' | 'winner'
export type FeeTarget = { status: number; name: string; event: EntryFeeEvent }

/** The statuses to which a fee can be set by hand from where it stands. */
export function feeTargets(fee: Fee, from: number): FeeTarget[] {
  const events: Record<string, EntryFeeEvent> =
    fee === 'entry' ? MANUAL_ENTRY_FEE_EVENTS : MANUAL_WINNER_FEE_EVENTS
  const allows = (event: EntryFeeEvent) =>
    fee === 'entry'
      ? next(ENTRY_FEE_MACHINE, from as EntryFeeStatus, event) !== undefined
      : next(WINNER_FEE_MACHINE, from as WinnerFeeStatus, event) !== undefined
  const nameOf = fee === 'entry' ? entryFeeStatusText : winnerFeeStatusText
  return Object.entries(events)
    .filter(([, event]) => allows(event))
    .map(([status, event]) => ({ status: Number(status), name: nameOf(Number(status)), event }))
}
