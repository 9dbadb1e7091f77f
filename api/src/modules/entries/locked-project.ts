import type { Selectable } from 'kysely'
import { changesTogether, maySubmit } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { ApplyOrders } from '../../db/schema.gen.ts'
import { entryLocked } from './entry-refusals.ts'
import { entriesRepository, type EntryRecord } from './entries.repository.ts'
import type { Window } from './entries.policy.ts'

/**
 * The entries of a project share their text: `together` are those a save reaches, which are as far as
 * `current` is and as open to change. Locked to the end of the transaction.
 */
export async function lockedProject(
  db: Db,
  entry: EntryRecord,
  window: Window,
): Promise<{ current: Selectable<ApplyOrders>; together: Selectable<ApplyOrders>[] }> {
  const rows = await entriesRepository(db).lockProject(entry.project_id)
  const current = rows.find(({ id }) => id === entry.id)
  // Withdrawn meanwhile, or long ago.
  if (!current) throw entryLocked()
  const isWith = (row: Selectable<ApplyOrders>) =>
    row.edition_id === current.edition_id &&
    changesTogether(row.entry_status, current.entry_status) &&
    maySubmit(row, window)
  return { current, together: rows.filter((row) => row.id === entry.id || isWith(row)) }
}
