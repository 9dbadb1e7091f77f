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

/** An entry in the reader's scope, with the phase of its edition. */
export type EntryAtStage = Stage & { entry: JuryEntry }

/** Scope and level of an actor for calls that act on entries. */
export const readerOf = (actor: Actor): Reader => ({
  scope: scopeOf(actor),
  level: scoringLevelOf(actor),
})

/** Scope and level for read-only calls: the chair also sees revoked awards. */
export const viewerOf = (actor: Actor): Reader => ({
  scope: viewOf(actor),
  level: scoringLevelOf(actor),
})

/** The entry with the phase of its edition; throws 403 and writes to the audit log if it is out of scope (scenario S19). */
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

/** Like `entryForJuror`, with the row locked until the transaction ends. */
export async function lockedEntryForJuror(
  context: AppContext,
  actor: Actor,
  id: string,
  trx: Db,
): Promise<EntryAtStage> {
  await juryEntriesRepository(trx).lock(id)
  return entryForJuror(context, actor, id, trx)
}
