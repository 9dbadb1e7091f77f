import { PHASES, capabilitiesOf } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import { BusinessError } from '../../app/business-error.ts'
import type { Db } from '../../db/database.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'
import { owns, type Window } from './entries.policy.ts'

/** The same answer for missing and foreign entries: identifiers must not be probed. */
export const notYours = () =>
  new BusinessError(404, 'This entry does not exist, or is not yours. Go back to your account.')

/** Another write came first; nothing of the caller's is stored. */
export const stale = () =>
  new BusinessError(
    409,
    'This entry was changed in another window. Reload it and put your changes in again.',
    { reason: 'VERSION' },
  )

/** An entry of the actor's own, or 404. */
export async function ownEntry(db: Db, actor: Actor, id: string): Promise<EntryRecord> {
  const entry = await entriesRepository(db).find(id)
  if (!entry || !owns(actor, entry)) throw notYours()
  return entry
}

type OfEdition = { edition_id: string; edition_closes_at: Date }

/** What the calendar of the entry's edition allows now. */
export async function windowOf(db: Db, entry: OfEdition, now: Date): Promise<Window> {
  const phase = await editionsRepository(db).phaseOf(entry.edition_id, now)
  const { entrants_can_edit } = capabilitiesOf(phase)
  const isCall = phase === PHASES.call_open && now <= entry.edition_closes_at
  return { canEdit: entrants_can_edit && isCall, closesAt: entry.edition_closes_at, now }
}

/** The call is over: says when the door was shut. */
export const windowClosed = (closesAt: Date) =>
  new BusinessError(
    423,
    `Entries closed on ${closesAt.toISOString().slice(0, 10)}. What you wrote is kept in your account.`,
    { reason: 'WINDOW_CLOSED', closed_at: closesAt.toISOString() },
  )

/** The entry is past the point where its text may change. */
export const entryLocked = () =>
  new BusinessError(
    423,
    'This entry has been handed in and can no longer be changed. Contact us if something is wrong.',
    { reason: 'ENTRY_LOCKED' },
  )
