import { ENTRY_MACHINE, ENTRY_STATUS, next, type EntryStatus } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { Db } from '../../db/database.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { entryLocked, stale } from './entry-access.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'

/** Whether an entry that was handed in can still be taken out of the competition. */
export const canLeave = ({ entry_status }: Pick<EntryRecord, 'entry_status'>): boolean =>
  entry_status !== ENTRY_STATUS.draft && targetOf(entry_status) !== undefined

/** The entry no longer takes part; written down for the entrant and for the record. */
export async function leaveCompetition(
  db: Db,
  now: Date,
  actor: Actor,
  entry: EntryRecord,
  reason?: string,
): Promise<void> {
  const target = canLeave(entry) ? targetOf(entry.entry_status) : undefined
  if (target === undefined) throw entryLocked()
  const saved = await entriesRepository(db).update(entry.id, entry.version, {
    entry_status: target,
    withdrawn_at: now,
  })
  if (!saved) throw stale()
  await entriesRepository(db).record(entry.id, 'withdrawn', now, reason)
  await auditRepository(db).record(actor, 'entry.withdrawn', entry.id, {
    before: { entry_status: entry.entry_status },
    reason,
  })
}

const targetOf = (status: number) => next(ENTRY_MACHINE, status as EntryStatus, 'withdraw')
