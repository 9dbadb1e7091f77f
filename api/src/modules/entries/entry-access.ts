import { PHASES } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { Db } from '../../db/database.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'
import { owns, type Window } from './entries.policy.ts'
import { notYours } from './entry-refusals.ts'

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
