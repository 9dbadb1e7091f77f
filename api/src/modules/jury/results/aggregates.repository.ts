import type { Aggregate } from '@awards/shared/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ScoringLevel } from '../jury.policy.ts'
import { levelFiguresOf } from './official-scores.ts'

export type Figures = {
  first: Aggregate
  second: Aggregate
  final: number | null
  /** Mean of the marks for *Ethique*; in frozen figures alone. */
  ethique_mean?: number | null
}

export type LevelFigures = {
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
  /** Every juror who votes in the category has scored every entry of it. */
  is_complete: boolean
}

/** The kept figures of entries with their balanced score, which follows from the kept sums of the jurors. */
export async function levelFigures(db: Db, entryIds: readonly string[]): Promise<LevelFigures[]> {
  if (entryIds.length === 0) return []
  const chosen = sql<boolean>`f.apply_order_id = any(${[...entryIds]}::bigint[])`
  const { rows } = await sql<LevelFigures>`
    with ${levelFiguresOf(chosen)}
    select apply_order_id, level, votes, mean::float8, median::float8, trimmed::float8,
      balanced::float8, deviation::float8, range::float8, is_divergent, is_complete
    from figure`.execute(db)
  return rows
}

/** Figures of those entries of which the results are frozen. */
export async function frozenFigures(
  db: Db,
  entryIds: readonly string[],
): Promise<Map<string, Figures>> {
  const { rows } = await sql<{ id: string; figures: Figures }>`
    select entry.id, frozen.figures from apply_orders entry
    join editions edition on edition.id = entry.edition_id
    join result_rows frozen on frozen.snapshot_id = edition.snapshot_id
      and frozen.apply_order_id = entry.id
    where entry.id = any(${[...entryIds]}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, figures }) => [id, figures]))
}

/**
 * Mean of the marks for *Ethique* over the votes of both levels, entry by entry. The kept voters lead to the marks
 * by their keys, so that no list of votes is compared with a list of entries.
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
