import {
  ENTRY_MACHINE,
  ENTRY_STATUS,
  sourcesOf,
  targetOf,
  type EntryEvent,
} from '@awards/shared/domain'
import { sql, type Expression, type RawBuilder, type Updateable } from 'kysely'
import type { Db } from '../../db/database.ts'
import { statusList } from '../../db/status-list.repository.ts'
import type { ApplyOrders } from '../../db/schema.gen.ts'

type Row = Updateable<ApplyOrders>

/** Columns that any repository may update; `entry_status` is written by `changeEntryStatus` alone. */
export type EntryColumns = { entry_status?: never } & {
  [Column in Exclude<keyof Row, 'entry_status'>]?:
    | Row[Column]
    | Expression<NonNullable<Row[Column]>>
}

/** Entries by id, or by a condition on the row `entry`. */
type Which = readonly string[] | RawBuilder<boolean>

/**
 * Updates `entry_status` of one entry or of many in one statement. `event` names edges of ENTRY_MACHINE: an entry
 * whose status has no such edge is left as it is, so a bulk change reaches only those that may take it. `columns`
 * are written with the status, where a check constraint joins them. Returns the ids of the entries that changed.
 */
export async function changeEntryStatus(
  db: Db,
  event: EntryEvent,
  which: Which,
  columns: EntryColumns = {},
): Promise<string[]> {
  const rows = await db
    .updateTable('apply_orders as entry')
    .set({ ...columns, entry_status: targetOf(ENTRY_MACHINE, event) })
    .where('entry.entry_status', 'in', sourcesOf(ENTRY_MACHINE, event))
    .where(isIdList(which) ? sql<boolean>`entry.id = any(${[...which]}::bigint[])` : which)
    .returning('entry.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Throws unless every entry changes; for callers that send mails or move money afterwards. */
export async function changeEachEntryStatus(
  db: Db,
  event: EntryEvent,
  ids: readonly string[],
  columns: EntryColumns = {},
): Promise<void> {
  const changed = new Set(await changeEntryStatus(db, event, ids, columns))
  const left = ids.filter((id) => !changed.has(id))
  if (left.length > 0) throw new Error(`No ${event} from where these entries are: ${left.join()}`)
}

/** Statuses of entries as SQL literals in parentheses. */
export const statusSql = (...names: readonly (keyof typeof ENTRY_STATUS)[]) =>
  statusList(...names.map((name) => ENTRY_STATUS[name]))

const isIdList = (which: Which): which is readonly string[] => Array.isArray(which)
