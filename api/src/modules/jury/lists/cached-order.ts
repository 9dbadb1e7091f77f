import { sql, type RawBuilder } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ChairSort } from '@awards/shared/contract'
import type { Db } from '../../../db/database.ts'
import type { JuryScope } from '../jury.policy.ts'
import { officialScores } from '../results/aggregates.repository.ts'
import { seatLevel, fits, type JuryFilter, type Reader } from './list-filter.ts'

/** The order of a list: what it has to join, and by what it sorts. */
type ListOrder = { joins: RawBuilder<unknown>; by: RawBuilder<unknown> }

const NOTHING = sql``

// The second level counts once it has its quorum, as the row shows it.
const FIGURES = sql`
  left join entry_figures first_level on first_level.apply_order_id = entry.id and first_level.level = 2
  left join entry_figures second_level on second_level.apply_order_id = entry.id and second_level.level = 3`
const figure = (column: string) => sql`case when second_level.mean is null
  then ${sql.ref(`first_level.${column}`)} else ${sql.ref(`second_level.${column}`)} end`

type Orders = Record<string, (edition: string | undefined) => ListOrder>

/** Columns by which the chair's table is sorted. */
const PANEL: Record<ChairSort, Orders[string]> = {
  entry_no: () => ({ joins: NOTHING, by: sql`entry.entry_no` }),
  judging_no: () => ({ joins: NOTHING, by: sql`entry.judging_no` }),
  title: () => ({ joins: NOTHING, by: sql`lower(entry.title)` }),
  submitted_at: () => ({ joins: NOTHING, by: sql`entry.submitted_at` }),
  decision: () => ({ joins: NOTHING, by: sql`entry.decision_status` }),
  category: () => ({
    joins: sql`join categories category on category.id = entry.category_id`,
    by: sql`category.code`,
  }),
  award: () => ({
    joins: sql`left join award_levels award on award.id = entry.award_id`,
    by: sql`award.rank`,
  }),
  votes: () => ({
    joins: FIGURES,
    by: sql`coalesce(nullif(second_level.votes, 0), first_level.votes, 0)`,
  }),
  mean: () => ({ joins: FIGURES, by: figure('mean') }),
  median: () => ({ joins: FIGURES, by: figure('median') }),
  trimmed: () => ({ joins: FIGURES, by: figure('trimmed') }),
  deviation: () => ({ joins: FIGURES, by: figure('deviation') }),
  balanced: (edition) => ({ joins: officialScores(edition), by: sql`official.balanced` }),
  score: (edition) => ({ joins: officialScores(edition), by: sql`official.score` }),
}

/** Columns by which those who read blind may sort: what their own sheets show. */
const BLIND: Orders = {
  // What is blacked out of a title does not place it.
  title: () => ({
    joins: NOTHING,
    by: sql`case when is_title_masked(entry) then null else lower(entry.title) end`,
  }),
  judging_no: () => ({ joins: NOTHING, by: sql`entry.judging_no` }),
}

/** The order that was asked for, if the reader may see its column, or else the order of the list. */
function orderOf({ scope }: Reader, { sort, edition_id }: JuryFilter): ListOrder {
  const name = sort?.replace(/^-/, '') ?? ''
  const columns: Orders = scope.kind === 'panel' ? PANEL : BLIND
  const order = Object.hasOwn(columns, name) ? columns[name]?.(edition_id) : undefined
  if (!order) return ownOrder(scope)
  const direction = sort?.startsWith('-') ? sql`desc` : sql`asc`
  return { joins: order.joins, by: sql`${order.by} ${direction} nulls last, entry.id` }
}

// What is left comes first. Each juror reads in another order, always the same (order effects, domain
// page §2.11).
const ownOrder = (scope: JuryScope): ListOrder => ({
  joins: NOTHING,
  by:
    scope.kind === 'panel'
      ? sql`entry.entry_no, entry.id`
      : sql`exists (select 1 from assignments own where own.apply_order_id = entry.id
          and own.juror_id = ${scope.juror_id} and own.level = ${seatLevel(scope)} and own.status = 3),
        md5(entry.id::text || ${scope.juror_id}::text), entry.id`,
})

/** Identifiers of a whole list in its order: eight bytes for each entry. */
type ListOfIds = BigInt64Array

type CachedIds = { changes: string; ids: Promise<ListOfIds> }
type Now = { changes: string; is_quiet: boolean }

const CACHE_BYTES = 64 * 1024 * 1024
const TTL_MS = 5 * 60_000
// What a list weighs while nobody knows how long it is.
const LEAST_BYTES = 256

const newCache = () =>
  new LRUCache<string, CachedIds>({ maxSize: CACHE_BYTES, ttl: TTL_MS, maxEntrySize: CACHE_BYTES })
const caches = new WeakMap<Db, ReturnType<typeof newCache>>()

/**
 * The order of a list, read in one pass and kept for the pages that follow, so that the last page costs what
 * the first one does. The database counts every change that can move an entry: an order from before is never
 * used again, nor one that was read while somebody was writing (ADR 0026).
 */
export async function idsInOrder(db: Db, reader: Reader, filter: JuryFilter): Promise<ListOfIds> {
  const shelf = caches.get(db) ?? newCache()
  caches.set(db, shelf)
  const key = JSON.stringify([reader, filter])
  const now = await changesOf(db)
  const kept = shelf.get(key)
  if (kept?.changes === now.changes) return kept.ids
  const ids = readIds(db, reader, filter)
  if (!now.is_quiet) return ids
  const fresh: CachedIds = { changes: now.changes, ids }
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
