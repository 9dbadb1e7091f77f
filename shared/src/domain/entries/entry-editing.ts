import { graceEnds } from '../payments/fees.ts'
import { next } from '../machine.ts'
import { ENTRY_MACHINE, ENTRY_STATUS, type EntryStatus } from './entry-status.ts'

const S = ENTRY_STATUS

/** Handed in and not yet judged: it counts as it stands, and may change until the call closes. */
const HANDED_IN: readonly EntryStatus[] = [S.submitted, S.registered, S.admitted]
const CHANGEABLE: readonly EntryStatus[] = [S.draft, ...HANDED_IN, S.correction_requested]

/** What of an entry its deadlines depend on. */
export type EntryTimes = { entry_status: number; correction_due_at: Date | null }

/** What the calendar allows the entrants of an edition. */
export type EditWindow = {
  readonly canEdit: boolean
  /** Scores are given: nothing comes in any more, however early it is. */
  readonly isJudged: boolean
  readonly closesAt: Date
  readonly now: Date
}

/** Kept for releases of remotes that were built for contract 1.2; ask `isEditable`. */
export const EDITABLE: readonly EntryStatus[] = [S.draft, S.submitted, S.correction_requested]

export const isHandedIn = (status: number): boolean => HANDED_IN.includes(status as EntryStatus)

/** False where an entry has left the hands of its entrant, whatever the calendar says. */
export const isChangeable = (status: number): boolean => CHANGEABLE.includes(status as EntryStatus)

/**
 * Section and category decide the price, so they move only until the entry is submitted; texts and
 * pictures decide nothing about money and stay open.
 */
export const isPlaceFixed = (status: number): boolean => status !== S.draft

/** Whether the date of a correction is over; one without a date never is. */
export const isCorrectionOver = (due: Date | null, now: Date): boolean => due !== null && now > due

/** The status after a correction is asked for, undefined where it cannot be. One whose date is over is asked for again. */
export function statusAfterAsking(entry: EntryTimes, now: Date): EntryStatus | undefined {
  const status = entry.entry_status as EntryStatus
  if (status !== S.correction_requested) return next(ENTRY_MACHINE, status, 'ask_correction')
  return isCorrectionOver(entry.correction_due_at, now) ? status : undefined
}

/**
 * Texts and pictures may be changed until the call closes, paid or not: the jury gets what stands then.
 * A correction has a deadline of its own.
 */
export function isEditable(entry: EntryTimes, { canEdit, now }: EditWindow): boolean {
  if (entry.entry_status === S.correction_requested) {
    return !isCorrectionOver(entry.correction_due_at, now)
  }
  return isChangeable(entry.entry_status) && canEdit
}

/** The last moment at which texts and pictures may be changed; null where they cannot be. */
export function editUntil(entry: EntryTimes, window: EditWindow): Date | null {
  if (!isEditable(entry, window)) return null
  return entry.entry_status === S.correction_requested ? entry.correction_due_at : window.closesAt
}

/** A draft that exists may still be submitted during the grace after the close (domain page §2.10). */
export function maySubmit(entry: EntryTimes, window: EditWindow): boolean {
  if (isEditable(entry, window)) return true
  if (entry.entry_status !== S.draft || window.isJudged) return false
  return window.now <= graceEnds(window.closesAt)
}

/** The last moment at which an entry may be submitted; null where it cannot, or has no such moment. */
export function submitUntil(entry: EntryTimes, window: EditWindow): Date | null {
  if (!maySubmit(entry, window)) return null
  return entry.entry_status === S.correction_requested
    ? entry.correction_due_at
    : graceEnds(window.closesAt)
}

/** Entries of a work that a save reaches together: those that are as far as the one on screen. */
export const changesTogether = (one: number, other: number): boolean =>
  one === other || (isHandedIn(one) && isHandedIn(other))

/** The answer that a problem speaks of; each question of the programme is one of its own. */
const rootOf = (field: string) =>
  field
    .split('.')
    .slice(0, field.startsWith('questions.') ? 2 : 1)
    .join('.')

/**
 * What a change would break of an entry that is submitted, so that it stays complete. A field that was
 * incomplete before, under older rules, stands in nobody's way.
 */
export function brokenBy(
  before: Readonly<Record<string, string[]>>,
  after: Readonly<Record<string, string[]>>,
): Record<string, string[]> {
  const known = new Set(Object.keys(before).map(rootOf))
  return Object.fromEntries(Object.entries(after).filter(([field]) => !known.has(rootOf(field))))
}
