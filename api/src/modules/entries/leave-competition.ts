import { ENTRY_MACHINE, next, type EntryStatus } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { entryLocked, stale } from './entry-access.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'
import { changeEachEntryStatus } from './entry-status.repository.ts'

/** Whether an entry that was handed in can still be taken out of the competition. */
export const canLeave = ({ entry_status }: Pick<EntryRecord, 'entry_status'>): boolean =>
  next(ENTRY_MACHINE, entry_status as EntryStatus, 'withdraw') !== undefined

/** The entry no longer takes part; written down for the entrant and for the record. */
export async function leaveCompetition(
  db: Db,
  now: Date,
  actor: Actor,
  entry: EntryRecord,
  reason?: string,
): Promise<void> {
  if (!canLeave(entry)) throw entryLocked()
  const saved = await entriesRepository(db).update(entry.id, entry.version, {
    withdrawn_at: now,
  })
  if (!saved) throw stale()
  await changeEachEntryStatus(db, 'withdraw', [entry.id])
  await entriesRepository(db).record(entry.id, 'withdrawn', now, reason)
  await auditRepository(db).record(actor, 'entry.withdrawn', entry.id, {
    before: { entry_status: entry.entry_status },
    reason,
  })
}
