import { ASSIGNMENT_STATUS } from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import { statusList } from '../../../db/status-list.repository.ts'
import {
  COPIED_COLUMNS,
  READING_ORDER,
  columnFacts,
  type ChairSort,
  type CopiedColumn,
} from '@awards/shared/contract'
import type { Db } from '../../../db/database.ts'
import type { JuryScope } from '../jury.policy.ts'
import { joinOfficialScores } from '../results/aggregates.repository.ts'
import { matchesFilter, seatLevel, type JuryFilter, type Reader } from './list-filter.repository.ts'
import { LRUCache } from 'lru-cache'

/** Ids of a whole list in its order, eight bytes each. */
export type EntryIds = BigInt64Array

/** The counter of changes to the lists; `is_quiet` is false while an open transaction has changed one. */
export type ListVersion = { changes: string; is_quiet: boolean }

/** Reads the order of the jury's lists, without cache. */
export const listOrderRepository = (db: Db) => ({
  /** Ids of all entries that `reader` may see and `filter` selects. An unknown `sort` gives the default order. */
  async ids(reader: Reader, filter: JuryFilter): Promise<EntryIds> {
    const { joins, by } = orderOf(reader, filter)
    const { rows } = await sql<{ ids: string }>`
      select array_to_string(array(select entry.id from apply_orders entry ${joins}
        where ${matchesFilter(reader, filter)} order by ${by}), ',') as ids`.execute(db)
    const ids = rows[0]?.ids
    return ids ? BigInt64Array.from(ids.split(','), BigInt) : new BigInt64Array()
  },

  /** The sequence `review_changes`, and whether no writer holds the advisory lock of its triggers (ADR 0026). */
  async version(): Promise<ListVersion> {
    const { rows } = await sql<ListVersion>`
      select last_value::text as changes, not exists (select 1 from pg_locks
        where locktype = 'advisory' and (classid, objid, objsubid) = (26, 1, 2)
          and database = (select oid from pg_database where datname = current_database())) as is_quiet
      from review_changes`.execute(db)
    return rows[0] ?? { changes: '', is_quiet: false }
  },
})

/** Joins and the expression of `order by`. */
type ListOrder = { joins: RawBuilder<unknown>; by: RawBuilder<unknown> }

const NO_JOINS = sql``

// The second level counts once it has its quorum, as in the row of the table.
const FIGURES = sql`
  left join entry_figures first_level on first_level.apply_order_id = entry.id and first_level.level = 2
  left join entry_figures second_level on second_level.apply_order_id = entry.id and second_level.level = 3`
const figure = (column: string) => sql`case when second_level.mean is null
  then ${sql.ref(`first_level.${column}`)} else ${sql.ref(`second_level.${column}`)} end`

type Orders = Record<string, (edition: string | undefined) => ListOrder>

/** Sort columns of the chair's table that are no stored column of the entry. */
const COMPUTED: Record<Exclude<ChairSort, CopiedColumn>, Orders[string]> = {
  title: () => ({ joins: NO_JOINS, by: sql`lower(entry.title)` }),
  submitted_at: () => ({ joins: NO_JOINS, by: sql`entry.submitted_at` }),
  decision: () => ({ joins: NO_JOINS, by: sql`entry.decision_status` }),
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
  balanced: (edition) => ({ joins: joinOfficialScores(edition), by: sql`official.balanced` }),
  score: (edition) => ({ joins: joinOfficialScores(edition), by: sql`official.score` }),
}

/** Sort columns of the chair's table. `allowedFilter` drops the orders that the reader may not see. */
const PANEL: Orders = {
  ...COMPUTED,
  ...Object.fromEntries(
    COPIED_COLUMNS.filter((key) => columnFacts(key).sort).map((key) => [
      key,
      () => ({ joins: NO_JOINS, by: sql.ref(`entry.${key}`) }),
    ]),
  ),
}

/** Sort columns of anonymised lists: only what the juror sees in a row. */
const BLIND: Orders = {
  // A redacted title sorts last, so that its position reveals nothing of the words.
  title: () => ({
    joins: NO_JOINS,
    by: sql`case when is_title_masked(entry) then null else lower(entry.title) end`,
  }),
  judging_no: () => ({ joins: NO_JOINS, by: sql`entry.judging_no` }),
}

/** SQL: each juror reads in another, stable order, against order effects (domain page §2.11). */
const reading = (juror_id: string) => sql`md5(entry.id::text || ${juror_id}::text), entry.id`

/** The order of `sort` if the reader may see its column, else the default order. Ties go by id. */
function orderOf({ scope }: Reader, { sort, edition_id }: JuryFilter): ListOrder {
  const name = sort?.replace(/^-/, '') ?? ''
  if (name === READING_ORDER && scope.kind !== 'panel') {
    return { joins: NO_JOINS, by: reading(scope.juror_id) }
  }
  const columns: Orders = scope.kind === 'panel' ? PANEL : BLIND
  const order = Object.hasOwn(columns, name) ? columns[name]?.(edition_id) : undefined
  if (!order) return defaultOrder(scope)
  const direction = sort?.startsWith('-') ? sql`desc` : sql`asc`
  return { joins: order.joins, by: sql`${order.by} ${direction} nulls last, entry.id` }
}

// A juror's list: unscored entries first.
const defaultOrder = (scope: JuryScope): ListOrder => ({
  joins: NO_JOINS,
  by:
    scope.kind === 'panel'
      ? sql`entry.entry_no, entry.id`
      : sql`exists (select 1 from assignments own where own.apply_order_id = entry.id
          and own.juror_id = ${scope.juror_id} and own.level = ${seatLevel(scope)}
          and own.status = ${statusList(ASSIGNMENT_STATUS.submitted)}), ${reading(scope.juror_id)}`,
})

type CachedIds = { changes: string; ids: Promise<EntryIds> }

const CACHE_BYTES = 64 * 1024 * 1024
const TTL_MS = 5 * 60_000
// Size of a cache entry without its ids; the whole size while the query runs.
const ENTRY_OVERHEAD_BYTES = 256

const newCache = () =>
  new LRUCache<string, CachedIds>({ maxSize: CACHE_BYTES, ttl: TTL_MS, maxEntrySize: CACHE_BYTES })
const caches = new WeakMap<Db, ReturnType<typeof newCache>>()

/**
 * Ids of a whole list in its order, from an LRU cache per database, so that the last page costs as much as the first.
 * A cached order is valid while the database's counter of changes stands still; an order that was read during a write
 * is not cached (ADR 0026).
 */
export async function idsInOrder(db: Db, reader: Reader, filter: JuryFilter): Promise<EntryIds> {
  const cache = caches.get(db) ?? newCache()
  caches.set(db, cache)
  const key = JSON.stringify([reader, filter])
  const repository = listOrderRepository(db)
  const { changes, is_quiet } = await repository.version()
  const cached = cache.get(key)
  if (cached?.changes === changes) return cached.ids
  const ids = repository.ids(reader, filter)
  if (!is_quiet) return ids
  // The promise is cached, so that concurrent requests share one query.
  const fresh: CachedIds = { changes, ids }
  cache.set(key, fresh, { size: ENTRY_OVERHEAD_BYTES })
  try {
    const list = await ids
    if (cache.peek(key) === fresh) {
      cache.set(key, fresh, { size: ENTRY_OVERHEAD_BYTES + list.byteLength })
    }
    return list
  } catch (error) {
    if (cache.peek(key) === fresh) cache.delete(key)
    throw error
  }
}
