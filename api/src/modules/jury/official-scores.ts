import { SECOND_LEVEL_SHARE } from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'

/** Centre and variance of totals of which count, sum and sum of squares are kept. */
const spread = sql`sum(votes)::float8 as votes, sum(total_sum)::float8 / sum(votes) as centre,
  greatest(0, sum(total_squares)::float8 / sum(votes)
    - (sum(total_sum)::float8 / sum(votes)) ^ 2) as variance`

/**
 * Joins `official` to the rows `entry` of an edition: the balanced figure and the score that counts, as the
 * table shows them. For one vote `balanced_of` of the database says the same; here, where a whole edition is
 * put in order, each juror's factor and centre are computed once. Frozen figures come from their snapshot.
 */
export const officialScores = (edition: string | undefined): RawBuilder<unknown> => sql`
  left join (
    with stands as materialized (
      select snapshot_id from editions where id = ${edition ?? null} and snapshot_id is not null),
    kept as materialized (
      select * from juror_figures where edition_id = ${edition ?? null} and votes > 0),
    everybody as (select level, ${spread} from kept group by level),
    own as materialized (
      select juror.juror_id, juror.level, everybody.centre, everybody.variance <= 1e-9 as is_even,
        weight * juror.centre + (1 - weight) * everybody.centre as own_centre,
        sqrt(everybody.variance) / nullif(sqrt(
          weight * juror.variance + (1 - weight) * everybody.variance), 0) as factor
      from (select juror_id, level, ${spread} from kept group by juror_id, level) juror
      join everybody using (level)
      cross join lateral (select juror.votes / (juror.votes + 4) as weight) share),
    complete as materialized (
      select level, category_id, is_complete(${edition ?? null}, level, category_id) as is_complete
      from (select distinct level, category_id from kept) known),
    vote as (
      select f.apply_order_id, f.level, round(avg(case when own.is_even then v.total::float8
        else least(100, greatest(0, own.centre + own.factor * (v.total::float8 - own.own_centre)))
        end)::numeric, 2) as balanced
      from entry_figures f cross join lateral unnest(f.voters, f.totals) as v (juror_id, total)
      join own on own.juror_id = v.juror_id and own.level = f.level
      where f.edition_id = ${edition ?? null} group by f.apply_order_id, f.level),
    figure as (
      select f.apply_order_id, f.level, f.votes,
        case when f.mean is not null then vote.balanced end as balanced,
        case when f.mean is null then null when complete.is_complete then f.trimmed
          else vote.balanced end as official
      from entry_figures f
      left join vote using (apply_order_id, level)
      left join complete using (level, category_id)
      where f.edition_id = ${edition ?? null})
    select first.apply_order_id, coalesce(second.balanced, first.balanced) as balanced,
      case when second.official is null then first.official else round(
        (second.official * ${SECOND_LEVEL_SHARE}::int
          + first.official * (100 - ${SECOND_LEVEL_SHARE}::int)) / 100, 2) end as score
    from figure first
    left join figure second on second.apply_order_id = first.apply_order_id and second.level = 3
    where first.level = 2 and not exists (select 1 from stands)
    union all
    select frozen.apply_order_id, coalesce((frozen.figures -> 'second' ->> 'balanced')::numeric,
        (frozen.figures -> 'first' ->> 'balanced')::numeric), (frozen.figures ->> 'final')::numeric
    from result_rows frozen join stands using (snapshot_id)
  ) official on official.apply_order_id = entry.id`
