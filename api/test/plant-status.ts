import { ENTRY_MACHINE, type EntryStatus } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** Updates the status of an entry step by step, on the shortest path of the transition table. */
export async function plantStatus(db: Db, id: string, to: EntryStatus): Promise<void> {
  const entry = db.selectFrom('apply_orders').select('entry_status').where('id', '=', id)
  const { entry_status: from } = await entry.executeTakeFirstOrThrow()
  for (const status of pathOf(from as EntryStatus, to)) {
    await sql`update apply_orders set entry_status = ${status} where id = ${id}`.execute(db)
  }
}

/**
 * Disables the trigger of the transition table in the database of a test file, for tests of readers that set the
 * status freely.
 */
export const allowAnyStatus = (db: Db) =>
  sql`alter table apply_orders disable trigger apply_orders_transition`.execute(db)

/** Breadth-first search; returns the statuses after `from` up to `to`. */
function pathOf(from: EntryStatus, to: EntryStatus): EntryStatus[] {
  const paths = new Map<EntryStatus, EntryStatus[]>([[from, []]])
  for (const [status, path] of paths) {
    for (const target of Object.values<EntryStatus>(ENTRY_MACHINE[status])) {
      if (!paths.has(target)) paths.set(target, [...path, target])
    }
  }
  const path = paths.get(to)
  if (!path) throw new Error(`No entry comes from status ${from} to ${to}`)
  return path
}
