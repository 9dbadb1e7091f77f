import type { Stage } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { editionsRepository } from '../editions/editions.repository.ts'
import { outOfScope, scopeOf, scoringLevelOf, viewOf } from './jury.policy.ts'
import {
  juryEntriesRepository,
  type JuryEntry,
  type Reader,
} from './lists/jury-entries.repository.ts'

/** An entry within the reader's scope, and what the phase of its edition allows. */
export type EntryAtStage = Stage & { entry: JuryEntry }

export const readerOf = (actor: Actor): Reader => ({
  scope: scopeOf(actor),
  level: scoringLevelOf(actor),
})

/** The same for what is only looked at. */
export const viewerOf = (actor: Actor): Reader => ({
  scope: viewOf(actor),
  level: scoringLevelOf(actor),
})

/** The entry with the phase of its edition, or 403 with a line in the record (scenario S19). */
export async function entryForJuror(
  context: AppContext,
  actor: Actor,
  id: string,
  target: Db = context.db,
  reader: Reader = readerOf(actor),
): Promise<EntryAtStage> {
  const entry = await juryEntriesRepository(target).find(reader, id)
  if (!entry) {
    await auditRepository(context.db).record(actor, 'jury.refused', id)
    throw outOfScope()
  }
  const stage = await editionsRepository(target).stageOf(entry.edition_id, context.clock())
  return { entry, ...stage }
}

/** The same within a transaction, with the row locked until its end. */
export async function lockedEntryForJuror(
  context: AppContext,
  actor: Actor,
  id: string,
  trx: Db,
): Promise<EntryAtStage> {
  await juryEntriesRepository(trx).lock(id)
  return entryForJuror(context, actor, id, trx)
}
