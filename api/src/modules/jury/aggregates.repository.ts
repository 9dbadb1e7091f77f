import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Figures } from './aggregates.ts'
import type { ScoringLevel } from './jury.policy.ts'

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

/**
 * The kept figures of entries with their balanced score, which follows from the kept sums of the jurors:
 * a page of a list reads the votes of its own entries and no others.
 */
export async function levelFigures(db: Db, entryIds: readonly string[]): Promise<LevelFigures[]> {
  if (entryIds.length === 0) return []
  const { rows } = await sql<LevelFigures>`
    with vote as (
      select * from counted_votes where apply_order_id = any(${[...entryIds]}::bigint[])),
    everybody as (
      select edition_id, level, sum(votes) as votes, sum(total_sum) as total_sum,
        sum(total_squares) as total_squares
      from juror_figures where edition_id in (select edition_id from vote)
      group by edition_id, level),
    own as (
      select edition_id, level, juror_id, sum(votes) as votes, sum(total_sum) as total_sum,
        sum(total_squares) as total_squares
      from juror_figures where juror_id in (select juror_id from vote)
      group by edition_id, level, juror_id),
    balance as (
      select vote.apply_order_id, level, avg(balanced_of(vote.total::float8,
        own.votes, own.total_sum, own.total_squares,
        everybody.votes, everybody.total_sum, everybody.total_squares)) as balanced
      from vote join everybody using (edition_id, level)
      join own using (edition_id, level, juror_id)
      group by vote.apply_order_id, level),
    place as (
      select edition_id, level, category_id, is_complete(edition_id, level, category_id)
      from (select distinct edition_id, level, category_id from entry_figures
        where apply_order_id = any(${[...entryIds]}::bigint[])) one)
    select f.apply_order_id, f.level, f.votes, f.mean::float8, f.median::float8,
      f.trimmed::float8, f.deviation::float8, f.range::float8, f.is_divergent,
      round((balance.balanced + 1e-9)::numeric, 2)::float8 as balanced, place.is_complete
    from entry_figures f
    join place using (edition_id, level, category_id)
    left join balance using (apply_order_id, level)
    where f.apply_order_id = any(${[...entryIds]}::bigint[])`.execute(db)
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

/** Mean of the marks for *Ethique* over the votes of both levels, entry by entry. */
export async function ethiqueMeans(
  db: Db,
  entryIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; value: number }>`
    select vote.apply_order_id as id, avg(item.value)::float8 as value
    from counted_votes vote join score_items item on item.score_id = vote.score_id
    join criteria criterion on criterion.id = item.criterion_id and criterion.code = 'ethique'
    where vote.apply_order_id = any(${[...entryIds]}::bigint[])
    group by vote.apply_order_id`.execute(db)
  return new Map(rows.map(({ id, value }) => [id, value]))
}
