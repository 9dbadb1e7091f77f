import {
  type ChairQueue,
  COPIED_COLUMNS,
  READING_ORDER,
  columnFacts,
  type ChairSort,
  type CopiedColumn,
} from '@awards/shared/contract'
import {
  DECISION_STATUS,
  ENTRY_STATUS,
  LIVE_ASSIGNMENTS,
  QUORUM,
  type QueueState,
  ASSIGNMENT_STATUS,
} from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import { statusList } from '../../../db/status-list.repository.ts'
import { inScope } from '../jury-scope.repository.ts'
import type { JuryScope, ScoringLevel } from '../jury.policy.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'
import type { Db } from '../../../db/database.ts'
import { joinOfficialScores } from '../results/aggregates.repository.ts'
import { LRUCache } from 'lru-cache'

export type JuryFilter = {
  edition_id?: string | undefined
  category_id?: string | undefined
  section_id?: string | undefined
  keyword?: string | undefined
  entry_status?: number | undefined
  entry_fee_status?: number | undefined
  winner_fee_status?: number | undefined
  decision_status?: number | undefined
  is_show?: '0' | '1' | undefined
  code?: string | undefined
  /** The reader sees anonymised entries: the search skips redacted titles. */
  isBlind?: boolean | undefined
  queue?: ChairQueue | undefined
  state?: QueueState | undefined
  /** Entries with a juror of the second level. */
  secondLevelOnly?: boolean | undefined
  /** Entries that the reader has submitted a score for. */
  scoredOnly?: boolean | undefined
  sort?: string | undefined
}

/** The scope of a list's reader, and the level whose progress its rows show. */
export type Reader = { scope: JuryScope; level: ScoringLevel }

/** The level on which a juror of this scope has seats. */
export const seatLevel = ({ kind }: JuryScope): ScoringLevel => (kind === 'assigned' ? 2 : 3)

/** `LIVE_ASSIGNMENTS` as an SQL array: neither recused nor removed. */
export const LIVE_SEATS = sql`array[${sql.raw(LIVE_ASSIGNMENTS.join(','))}]`
const S = ASSIGNMENT_STATUS
/** Statuses of a seat whose score is due. */
export const OPEN_STATUSES = [S.assigned, S.opened, S.draft] as const
/** SQL: `OPEN_STATUSES` for `in`. */
export const OPEN_SEATS = statusList(...OPEN_STATUSES)
const SEAT_STATUSES = {
  // A value of the contract's filter: entries that a juror has still to score.
  todo: [S.assigned, S.opened],
  draft: [S.draft],
  // An abstention needs no more of its juror.
  done: [S.submitted, S.abstained],
  recused: [S.recused],
}

/** SQL: the scores of the row `f` of figures diverge, and the discussion of its `entry` was not closed since. */
export const IS_SPLIT = sql<boolean>`(f.is_to_discuss
  and (entry.divergence_closed_at is null or entry.divergence_closed_at < f.flagged_at))`

/** SQL: the scores of the row `entry` diverge on a level, and the discussion was not closed since. */
export const IS_TO_DISCUSS = sql<boolean>`exists (select 1 from entry_figures f
  where f.apply_order_id = entry.id and ${IS_SPLIT})`

/** SQL: the row `entry` has an open report that the sheet reveals its author. */
export const IS_REPORTED = sql<boolean>`exists (select 1 from identity_reports r
  where r.apply_order_id = entry.id and r.closed_at is null)`

/** SQL condition on the row `entry`: the reader's scope and the filters. It checks no rights: see `allowedFilter` for the chair's. */
function matchesFilter({ scope, level }: Reader, filter: JuryFilter): RawBuilder<boolean> {
  const equals = (column: string, value: string | number | boolean | undefined) =>
    value === undefined ? [] : [sql<boolean>`${sql.ref(`entry.${column}`)} = ${value}`]
  const conditions = [
    inScope(scope),
    ...equals('edition_id', filter.edition_id),
    ...equals('category_id', filter.category_id),
    ...equals('section_id', filter.section_id),
    ...equals('entry_status', filter.entry_status),
    ...equals('entry_fee_status', filter.entry_fee_status),
    ...equals('winner_fee_status', filter.winner_fee_status),
    ...equals('decision_status', filter.decision_status),
    ...equals('is_show', filter.is_show && filter.is_show === '1'),
  ]
  if (filter.code) {
    conditions.push(sql`${filter.code} in (entry.agent_code, entry.invitation_code)`)
  }
  if (filter.keyword) conditions.push(matchesKeyword(scope, filter.keyword, filter.isBlind ?? true))
  if (filter.queue) conditions.push(inQueue(filter.queue, level))
  if (filter.state) conditions.push(hasOwnSeat(scope, SEAT_STATUSES[filter.state]))
  if (filter.scoredOnly) conditions.push(hasOwnSeat(scope, [S.submitted]))
  if (filter.secondLevelOnly) conditions.push(hasLiveSeat(3))
  return sql`${sql.join(conditions, sql` and `)}`
}

const hasOwnSeat = (scope: JuryScope, statuses: readonly number[]) =>
  sql<boolean>`exists (select 1 from assignments own where own.apply_order_id = entry.id
    and own.juror_id = ${scope.juror_id} and own.level = ${seatLevel(scope)}
    and own.status = any(${[...statuses]}::int[]))`

const hasLiveSeat = (level: ScoringLevel) =>
  sql<boolean>`exists (select 1 from assignments a where a.apply_order_id = entry.id
    and a.level = ${level} and a.status = any(${LIVE_SEATS}))`

// Jurors of anonymised lists cannot search by the entry number, which is public.
function matchesKeyword(scope: JuryScope, given: string, isBlind: boolean): RawBuilder<boolean> {
  // The screens write numbers with a sign before them, whether they are stored with it or not.
  const text = given.replace(/^#(?=.)/, '')
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  // A redacted title does not match, since a search could guess its words.
  const inTitle = isBlind ? sql`not is_title_masked(entry)` : sql`true`
  return scope.kind === 'panel'
    ? sql`(entry.entry_status > ${statusSql('draft')}
        and (entry.title || E'\n' || entry.judging_no || E'\n' || entry.entry_no) ilike ${pattern}
        and (${inTitle} or (entry.judging_no || E'\n' || entry.entry_no) ilike ${pattern}))`
    : sql`((entry.title ilike ${pattern} and ${inTitle}) or entry.judging_no ilike ${pattern})`
}

function inQueue(queue: ChairQueue, level: ScoringLevel): RawBuilder<boolean> {
  const inJudging = sql<boolean>`entry.entry_status = ${ENTRY_STATUS.in_judging}`
  const hasQuorum = sql<boolean>`exists (select 1 from entry_figures f
    where f.apply_order_id = entry.id and f.level = ${level} and f.votes >= ${QUORUM[level]})`
  const decided = (status: number) => sql<boolean>`entry.decision_status = ${status}`
  switch (queue) {
    case 'to_discuss':
      // Disqualified entries keep their frozen figures but are not discussed.
      return sql`(${IS_TO_DISCUSS} and entry.entry_status <> ${ENTRY_STATUS.disqualified})`
    case 'missing_votes':
      return level === 3
        ? sql`${inJudging} and not ${hasQuorum} and ${hasLiveSeat(3)}`
        : sql`${inJudging} and not ${hasQuorum}`
    case 'recommended':
      return decided(DECISION_STATUS.recommended)
    case 'undecided':
      return sql`${inJudging} and ${hasQuorum} and entry.decision_status
        in (${DECISION_STATUS.none}, ${DECISION_STATUS.recommended})`
    case 'unconfirmed':
      return decided(DECISION_STATUS.provisional)
    case 'reported':
      return IS_REPORTED
  }
}

/** Ids of a whole list in its order, eight bytes each. */
type EntryIds = BigInt64Array

/** The counter of changes to the lists; `is_quiet` is false while an open transaction has changed one. */
type ListVersion = { changes: string; is_quiet: boolean }

/** Reads the order of the jury's lists, without cache. */
const listOrderRepository = (db: Db) => ({
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

/** SQL: the title of the row `entry` as it sorts. Null where it is redacted: last, its position reveals nothing of the words. */
export const MASKED_TITLE = sql`case when is_title_masked(entry) then null else lower(entry.title) end`

/** Sort columns of anonymised lists: only what the juror sees in a row. */
const BLIND: Orders = {
  title: () => ({ joins: NO_JOINS, by: MASKED_TITLE }),
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
