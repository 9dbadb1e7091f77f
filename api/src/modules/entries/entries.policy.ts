import type { EntryRow } from '@awards/shared/contract'
import {
  EDITABLE,
  ENTRY_FEE_STATUS,
  ENTRY_MACHINE,
  ENTRY_STATUS,
  graceEnds,
  next,
  WINNER_FEE_STATUS,
  type EntryStatus,
} from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { EntryRecord } from './entries.repository.ts'

type Action = EntryRow['actions'][number]
type Entry = Pick<
  EntryRecord,
  | 'entry_status'
  | 'entry_fee_status'
  | 'winner_fee_status'
  | 'correction_due_at'
  | 'certificate_status'
  | 'paid_at'
  | 'offer_expires_at'
>

/** What of an entry its deadlines depend on. */
export type EntryTimes = Pick<Entry, 'entry_status' | 'correction_due_at'>

/** What the calendar allows the entrants of an edition. */
export type Window = {
  readonly canEdit: boolean
  /** Scores are given: nothing comes in any more, however early it is. */
  readonly isJudged: boolean
  readonly closesAt: Date
  readonly now: Date
}

export const owns = (actor: Actor, entry: { user_id: string }) =>
  actor.identity === 0 && entry.user_id === actor.id

/** Texts and files may be changed while the call is open; a correction until its own deadline. */
export function isEditable(entry: EntryTimes, { canEdit, now }: Window): boolean {
  const status = entry.entry_status as EntryStatus
  if (status === ENTRY_STATUS.correction_requested) {
    return entry.correction_due_at === null || now <= entry.correction_due_at
  }
  return EDITABLE.includes(status) && canEdit
}

/** A draft that exists may still be handed in during the grace after the close (domain page §2.10). */
export function maySubmit(entry: EntryTimes, window: Window): boolean {
  if (isEditable(entry, window)) return true
  if (entry.entry_status !== ENTRY_STATUS.draft || window.isJudged) return false
  return window.now <= graceEnds(window.closesAt)
}

/** The last moment at which an entry may be handed in; null where it cannot, or has no such moment. */
export function submitUntil(entry: EntryTimes, window: Window): Date | null {
  if (!maySubmit(entry, window)) return null
  return entry.entry_status === ENTRY_STATUS.correction_requested
    ? entry.correction_due_at
    : graceEnds(window.closesAt)
}

const UNSETTLED: readonly number[] = [ENTRY_FEE_STATUS.unpaid, ENTRY_FEE_STATUS.pending]
const PACKAGE_OPEN: readonly number[] = [
  WINNER_FEE_STATUS.offered,
  WINNER_FEE_STATUS.pending,
  WINNER_FEE_STATUS.declined,
  WINNER_FEE_STATUS.offline_declared,
]

/** The buttons of an entry, most useful first. */
export function actionsOf(entry: Entry, window: Window): Action[] {
  const status = entry.entry_status as EntryStatus
  const actions: Action[] = []
  const add = (action: Action, when: boolean) => when && actions.push(action)
  const deletable = status === ENTRY_STATUS.draft || status === ENTRY_STATUS.submitted

  add(
    'accept_award',
    status === ENTRY_STATUS.awarded && PACKAGE_OPEN.includes(entry.winner_fee_status),
  )
  add('certificate', status === ENTRY_STATUS.awarded && entry.certificate_status === 'valid')
  add('pay', status === ENTRY_STATUS.submitted && UNSETTLED.includes(entry.entry_fee_status))
  add('correct', status === ENTRY_STATUS.correction_requested && isEditable(entry, window))
  add('continue', deletable && maySubmit(entry, window))
  add('preview', status !== ENTRY_STATUS.disqualified)
  add('invoice', entry.paid_at !== null)
  add('delete', deletable)
  add('withdraw', !deletable && next(ENTRY_MACHINE, status, 'withdraw') !== undefined)
  return actions
}

/** The moment after which the first of the buttons that somebody has to press is gone. */
export function actUntil(entry: Entry, window: Window): Date | null {
  const actions = actionsOf(entry, window)
  if (actions.includes('accept_award')) return entry.offer_expires_at
  if (actions.includes('correct')) return entry.correction_due_at
  return actions.includes('pay') || actions.includes('continue') ? window.closesAt : null
}
