import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** Longer than any wait of a slow machine: its end is a failure, never a measure. */
const LONGEST_MS = 60_000
const PAUSE_MS = 10

/** Polls until `holds` is true, for what happens in other connections or processes. */
export async function until(holds: () => Promise<boolean> | boolean) {
  const end = Date.now() + LONGEST_MS
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('waited too long')
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** How many connections of this database wait for a lock of another transaction. */
export async function lockWaiters(db: Db): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length
}

export const isLockAwaited = async (db: Db): Promise<boolean> => (await lockWaiters(db)) > 0
