import type { EntryRow } from '@awards/shared/contract'
import {
  DELETABLE,
  ENTRY_FEE_STATUS,
  ENTRY_MACHINE,
  ENTRY_STATUS,
  isEditable,
  isHandedIn,
  maySubmit,
  next,
  WINNER_FEE_STATUS,
  type EditWindow,
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

/** What the calendar allows the entrants of an edition. */
export type Window = EditWindow

export const owns = (actor: Actor, entry: { user_id: string }) =>
  actor.identity === 0 && entry.user_id === actor.id

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
  const deletable = DELETABLE.includes(status)

  add(
    'accept_award',
    status === ENTRY_STATUS.awarded && PACKAGE_OPEN.includes(entry.winner_fee_status),
  )
  add('certificate', status === ENTRY_STATUS.awarded && entry.certificate_status === 'valid')
  add('pay', status === ENTRY_STATUS.submitted && UNSETTLED.includes(entry.entry_fee_status))
  add('correct', status === ENTRY_STATUS.correction_requested && isEditable(entry, window))
  add('continue', status === ENTRY_STATUS.draft && maySubmit(entry, window))
  add('edit', isHandedIn(status) && isEditable(entry, window))
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
