import { sql, type RawBuilder } from 'kysely'
import type { Aggregate } from '@awards/shared/contract'
import { SECOND_LEVEL_SHARE, type VoteStatistics, QUORUM, finalScore } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { ScoringLevel } from '../jury.policy.ts'
import { jurorLetter } from '../scoring/score-sheet.repository.ts'

const emptyAggregate = (level: ScoringLevel): Aggregate => ({
  votes: 0,
  quorum: QUORUM[level],
  mean: null,
  median: null,
  trimmed: null,
  balanced: null,
  deviation: null,
  range: null,
  official: null,
  is_divergent: false,
})

/** Maps the figures of a level to the contract's aggregate. Below the quorum it has the number of votes only. */
export function aggregateOf(
  figures: Omit<LevelFigures, 'apply_order_id' | 'level'> | undefined,
  level: ScoringLevel,
): Aggregate {
  if (!figures) return emptyAggregate(level)
  const { votes, mean, median, trimmed, deviation, range, is_divergent } = figures
  if (votes < QUORUM[level]) return { ...emptyAggregate(level), votes }
  const { balanced, is_complete } = figures
  const official = is_complete ? trimmed : balanced
  const shown = { mean, median, trimmed, balanced, deviation, range, official, is_divergent }
  return { votes, quorum: QUORUM[level], ...shown }
}

/** Final score: 60 % second level, 40 % first. Null while the second level has votes but no quorum (domain `finalScore`). */
export function finalOf(first: Aggregate, second: Aggregate): number | null {
  const isOpen = second.votes > 0 && second.official === null
  if (first.official === null || isOpen) return null
  return finalScore(first.official, second.official ?? undefined)
}

function figuresOf(levels: readonly LevelFigures[]): Figures {
  const ofLevel = (level: ScoringLevel) =>
    aggregateOf(
      levels.find((one) => one.level === level),
      level,
    )
  const first = ofLevel(2)
  const second = ofLevel(3)
  return { first, second, final: finalOf(first, second) }
}

/** Entry id → figures of both levels; from the snapshot if the edition is frozen. Every id has an entry in the map. */
export async function figuresByEntry(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Figures>> {
  const frozen = await frozenFigures(db, ids)
  const live = ids.filter((id) => !frozen.has(id))
  const levels = Map.groupBy(await levelFigures(db, live), (one) => one.apply_order_id)
  return new Map(ids.map((id) => [id, frozen.get(id) ?? figuresOf(levels.get(id) ?? [])] as const))
}

export const NO_FIGURES: Figures = figuresOf([])

/** SQL: mean and variance (not below 0) from stored counts, sums and sums of squares. */
const spread = sql`sum(votes)::float8 as votes, sum(total_sum)::float8 / sum(votes) as centre,
  greatest(0, sum(total_squares)::float8 / sum(votes)
    - (sum(total_sum)::float8 / sum(votes)) ^ 2) as variance`

/**
 * SQL: common table expressions that end with `figure`, the figures per level of the rows `f` of `entry_figures` where
 * `chosen` holds, with the balanced score and the official one. Pages and the order of lists share it. It joins entries
 * to jurors and categories only, never to other entries, so that even a nested-loop plan without statistics is linear.
 * Same formula as the database function `balanced_of`, but it computes factor and centre once per juror.
 */
const levelFiguresSql = (chosen: RawBuilder<boolean>): RawBuilder<unknown> => sql`
  edition_ids as materialized (select distinct f.edition_id from entry_figures f where ${chosen}),
  juror_stats as materialized (
    select * from juror_figures where edition_id in (select edition_id from edition_ids) and votes > 0),
  all_jurors as materialized (select edition_id, level, ${spread} from juror_stats group by edition_id, level),
  own as materialized (
    select juror.edition_id, juror.level, juror.juror_id, all_jurors.centre,
      all_jurors.variance <= 1e-9 as is_even,
      weight * juror.centre + (1 - weight) * all_jurors.centre as own_centre,
      sqrt(all_jurors.variance) / nullif(sqrt(
        weight * juror.variance + (1 - weight) * all_jurors.variance), 0) as factor
    from (select edition_id, level, juror_id, ${spread} from juror_stats
      group by edition_id, level, juror_id) juror
    join all_jurors using (edition_id, level)
    cross join lateral (select juror.votes / (juror.votes + 4) as weight) share),
  complete as materialized (
    select edition_id, level, category_id, is_complete(edition_id, level, category_id) as is_complete
    from (select distinct edition_id, level, category_id from juror_stats) voted),
  figure as materialized (
    select f.apply_order_id, f.level, f.votes, f.mean, f.median, f.trimmed, f.deviation, f.range,
      f.is_divergent, coalesce(complete.is_complete, false) as is_complete, balance.balanced,
      case when f.mean is null then null when complete.is_complete then f.trimmed
        else balance.balanced end as official
    from entry_figures f
    left join complete on complete.edition_id = f.edition_id and complete.level = f.level
      and complete.category_id = f.category_id
    left join lateral (
      select round((avg(case when own.is_even then v.total::float8
        else least(100, greatest(0, own.centre + own.factor * (v.total::float8 - own.own_centre)))
        end) + 1e-9)::numeric, 2) as balanced
      from unnest(f.voters, f.totals) as v (juror_id, total)
      join own on own.juror_id = v.juror_id and own.level = f.level
        and own.edition_id = f.edition_id) balance on f.mean is not null
    where ${chosen})`

/**
 * SQL: joins `official` (columns `balanced` and `score`) to the rows `entry` of an edition, for sorting. `score` equals
 * `finalOf`: null while the second level has votes but no quorum. Frozen editions read their snapshot.
 */
export const joinOfficialScores = (edition: string | undefined): RawBuilder<unknown> => sql`
  left join (
    with snapshot as materialized (
      select snapshot_id from editions where id = ${edition ?? null} and snapshot_id is not null),
    ${levelFiguresSql(sql<boolean>`f.edition_id = ${edition ?? null} and not exists (select 1 from snapshot)`)},
    entry_levels as (
      select apply_order_id,
        coalesce(max(votes) filter (where level = 3), 0) as second_votes,
        max(official) filter (where level = 2) as first, max(official) filter (where level = 3) as second,
        coalesce(max(balanced) filter (where level = 3), max(balanced) filter (where level = 2)) as balanced
      from figure group by apply_order_id)
    select apply_order_id, balanced,
      case when first is null or second_votes > 0 and second is null then null
        when second is null then first
        else round((second * ${SECOND_LEVEL_SHARE}::int
          + first * (100 - ${SECOND_LEVEL_SHARE}::int)) / 100, 2) end as score
    from entry_levels
    union all
    select frozen.apply_order_id, coalesce((frozen.figures -> 'second' ->> 'balanced')::numeric,
        (frozen.figures -> 'first' ->> 'balanced')::numeric), (frozen.figures ->> 'final')::numeric
    from result_rows frozen join snapshot using (snapshot_id)
  ) official on official.apply_order_id = entry.id`

export type Figures = {
  first: Aggregate
  second: Aggregate
  final: number | null
  /** Mean of the marks for *Ethique*; only in frozen figures. */
  ethique_mean?: number | null
}

type LevelFigures = {
  apply_order_id: string
  level: ScoringLevel
  votes: number
  mean: number | null
  median: number | null
  trimmed: number | null
  balanced: number | null
  deviation: number | null
  range: number | null
  is_divergent: boolean
  /** Every juror who voted in the category scored all its entries. */
  is_complete: boolean
}

/** Live figures per entry and level from `entry_figures`, with the balanced score computed from `juror_figures`. */
export async function levelFigures(db: Db, entryIds: readonly string[]): Promise<LevelFigures[]> {
  if (entryIds.length === 0) return []
  const chosen = sql<boolean>`f.apply_order_id = any(${[...entryIds]}::bigint[])`
  const { rows } = await sql<LevelFigures>`
    with ${levelFiguresSql(chosen)}
    select apply_order_id, level, votes, mean::float8, median::float8, trimmed::float8,
      balanced::float8, deviation::float8, range::float8, is_divergent, is_complete
    from figure`.execute(db)
  return rows
}

/** Entry id → figures from the snapshot, for entries of frozen editions only. */
async function frozenFigures(db: Db, entryIds: readonly string[]): Promise<Map<string, Figures>> {
  const { rows } = await sql<{ id: string; figures: Figures }>`
    select entry.id, frozen.figures from apply_orders entry
    join editions edition on edition.id = entry.edition_id
    join result_rows frozen on frozen.snapshot_id = edition.snapshot_id
      and frozen.apply_order_id = entry.id
    where entry.id = any(${[...entryIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, figures }) => [id, figures]))
}

/**
 * Entry id → mean mark for *Ethique* over the votes of both levels, the last tie rule. Finds the marks by the keys of
 * `entry_figures.voters`, to avoid a join of votes with entries.
 */
export async function ethiqueMeans(
  db: Db,
  entryIds: readonly string[],
): Promise<Map<string, number>> {
  if (entryIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; value: number }>`
    select f.apply_order_id as id, avg(mark.value)::float8 as value
    from entry_figures f cross join lateral (
      select item.value from unnest(f.voters) as v (juror_id)
      join scores score on score.apply_order_id = f.apply_order_id and score.juror_id = v.juror_id
        and score.level = f.level
      join score_items item on item.score_id = score.id
      join criteria criterion on criterion.id = item.criterion_id and criterion.code = 'ethique'
      offset 0) mark
    where f.apply_order_id = any(${[...entryIds]}::bigint[])
    group by f.apply_order_id`.execute(db)
  return new Map(rows.map(({ id, value }) => [id, value]))
}

type VoteRow = {
  level: ScoringLevel
  juror_id: string
  total: number
  name: string | null
  letter: string | null
  marks: { criterion_id: string; value: number }[]
  note: string | null
  given: VoteStatistics
}

/** SQL: sums of `juror_figures` as the JSON of `VoteStatistics`. */
const statistics: RawBuilder<VoteStatistics> = sql`json_build_object('votes', sum(f.votes)::int,
  'mean', sum(f.total_sum)::float8 / sum(f.votes),
  'deviation', sqrt(greatest(0, sum(f.total_squares)::float8 / sum(f.votes)
    - (sum(f.total_sum)::float8 / sum(f.votes)) ^ 2)))`

/**
 * Inputs of the derivation of a figure. They come from `entry_figures` and `juror_figures`, which a freeze stops: after
 * it they name the votes that counted, whatever a juror or an entry has done since.
 */
export const figureDerivationRepository = (db: Db) => ({
  /** Votes on an entry by level and letter; letters are those of the score sheet. */
  async votes(id: string, secret: string): Promise<VoteRow[]> {
    const { rows } = await sql<VoteRow>`
      with lettered as materialized (
        select score.id, score.juror_id, score.level, score.comment_private, ${jurorLetter(secret)} as letter
        from scores score where score.apply_order_id = ${id} and not score.is_draft)
      select figure.level, vote.juror_id, vote.total::float8 as total, juror.name, lettered.letter,
        nullif(lettered.comment_private, '') as note,
        coalesce((select json_agg(json_build_object('criterion_id', item.criterion_id::text,
            'value', item.value::float8)) from score_items item where item.score_id = lettered.id),
          '[]') as marks,
        (select ${statistics} from juror_figures f where f.juror_id = vote.juror_id
          and f.edition_id = figure.edition_id and f.level = figure.level and f.votes > 0) as given
      from entry_figures figure
      cross join lateral unnest(figure.voters, figure.totals) as vote (juror_id, total)
      left join jurors juror on juror.id = vote.juror_id
      left join lettered on lettered.juror_id = vote.juror_id and lettered.level = figure.level
      where figure.apply_order_id = ${id}
      order by figure.level, length(lettered.letter), lettered.letter, vote.juror_id`.execute(db)
    return rows
  },

  /** Level → all totals of an edition, in numbers; a level without votes is absent. */
  async totals(editionId: string): Promise<Map<ScoringLevel, VoteStatistics>> {
    const { rows } = await sql<{ level: ScoringLevel; all: VoteStatistics }>`
      select f.level, ${statistics} as all from juror_figures f
      where f.edition_id = ${editionId} and f.votes > 0 group by f.level`.execute(db)
    return new Map(rows.map(({ level, all }) => [level, all]))
  },
})
