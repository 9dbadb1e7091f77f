import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { fits, type JuryFilter, type Reader } from './list-filter.ts'
import { orderOf } from './list-order.ts'

/** Identifiers of a whole list in its order: eight bytes for each entry. */
export type ListOfIds = BigInt64Array

type Kept = { changes: string; ids: Promise<ListOfIds> }
type Now = { changes: string; is_quiet: boolean }

const KEPT_BYTES = 64 * 1024 * 1024
const KEPT_MS = 5 * 60_000
// What a list weighs while nobody knows how long it is.
const LEAST_BYTES = 256

const newShelf = () =>
  new LRUCache<string, Kept>({ maxSize: KEPT_BYTES, ttl: KEPT_MS, maxEntrySize: KEPT_BYTES })
const shelves = new WeakMap<Db, ReturnType<typeof newShelf>>()

/**
 * The order of a list, read in one pass and kept for the pages that follow, so that the last page costs what
 * the first one does. The database counts every change that can move an entry: an order from before is never
 * used again, nor one that was read while somebody was writing (ADR 0026).
 */
export async function idsInOrder(db: Db, reader: Reader, filter: JuryFilter): Promise<ListOfIds> {
  const shelf = shelves.get(db) ?? newShelf()
  shelves.set(db, shelf)
  const key = JSON.stringify([reader, filter])
  const now = await changesOf(db)
  const kept = shelf.get(key)
  if (kept?.changes === now.changes) return kept.ids
  const ids = readIds(db, reader, filter)
  if (!now.is_quiet) return ids
  const fresh: Kept = { changes: now.changes, ids }
  shelf.set(key, fresh, { size: LEAST_BYTES })
  try {
    const list = await ids
    if (shelf.peek(key) === fresh) shelf.set(key, fresh, { size: LEAST_BYTES + list.byteLength })
    return list
  } catch (error) {
    if (shelf.peek(key) === fresh) shelf.delete(key)
    throw error
  }
}

async function changesOf(db: Db): Promise<Now> {
  const { rows } = await sql<Now>`
    select last_value::text as changes, not exists (select 1 from pg_locks
      where locktype = 'advisory' and (classid, objid, objsubid) = (26, 1, 2)
        and database = (select oid from pg_database where datname = current_database())) as is_quiet
    from review_changes`.execute(db)
  return rows[0] ?? { changes: '', is_quiet: false }
}

async function readIds(db: Db, reader: Reader, filter: JuryFilter): Promise<ListOfIds> {
  const { joins, by } = orderOf(reader, filter)
  const { rows } = await sql<{ ids: string }>`
    select array_to_string(array(select entry.id from apply_orders entry ${joins}
      where ${fits(reader, filter)} order by ${by}), ',') as ids`.execute(db)
  const ids = rows[0]?.ids
  return ids ? BigInt64Array.from(ids.split(','), BigInt) : new BigInt64Array()
}
