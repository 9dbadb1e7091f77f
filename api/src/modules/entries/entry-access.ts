import { PHASES } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { perNetwork } from '../../http/limits.ts'
import type { Db } from '../../db/database.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { usersRepository } from '../accounts/users.repository.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'
import { owns, type Window } from './entries.policy.ts'
import { notYours } from './entry-refusals.ts'

/** Entries that one account begins in an hour: more than an agency types, fewer than a program would. */
const BEGUN = { points: 120, seconds: 3_600 }

/** Counts entries that an account is about to begin, or throws 429. */
export const countBegun = (
  { config, limits }: AppContext,
  actor: Actor,
  entries: number,
): Promise<void> =>
  // A demo's accounts are used by everybody at once, as its address is.
  limits.take('entries_begun', actor.id, perNetwork(BEGUN, config.mode), entries)

/**
 * Holds the account as that of an entrant to the end of the transaction: an invitation to the jury is accepted
 * before it or after it, and whoever sits on the jury begins no entry.
 */
export async function requireEntrant(trx: Db, actor: Actor): Promise<void> {
  if (await usersRepository(trx).holdEntrant(actor.id)) return
  throw new BusinessError(403, 'You are a member of the jury now. Jurors do not enter works.')
}

export { entryLocked, notYours, stale } from './entry-refusals.ts'

/** An entry of the actor's own, or 404. */
export async function ownEntry(db: Db, actor: Actor, id: string): Promise<EntryRecord> {
  const entry = await entriesRepository(db).find(id)
  if (!entry || !owns(actor, entry)) throw notYours()
  return entry
}

/** The same, locked as every movement of its money locks it: no payment begins or ends meanwhile. */
export async function lockedOwnEntry(trx: Db, actor: Actor, id: string): Promise<EntryRecord> {
  await entriesRepository(trx).lock(id)
  return ownEntry(trx, actor, id)
}

type OfEdition = { edition_id: string; edition_closes_at: Date }

/** What the calendar of the entry's edition allows now. */
export async function windowOf(db: Db, entry: OfEdition, now: Date): Promise<Window> {
  const { phase, capabilities } = await editionsRepository(db).stageOf(entry.edition_id, now)
  const isCall = phase === PHASES.call_open && now <= entry.edition_closes_at
  return {
    canEdit: capabilities.entrants_can_edit && isCall,
    isJudged: phase >= PHASES.first_level_scoring,
    closesAt: entry.edition_closes_at,
    now,
  }
}
