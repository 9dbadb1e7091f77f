import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type Vote = { apply_order_id: string; level: number; total: number; balanced: number }

/**
 * Submitted scores of entries with their judge-normalised value. The normal of a juror comes from all
 * votes of the edition's level; recused jurors and withdrawn entries do not count (domain page §2.11).
 */
export async function votesOf(db: Db, entryIds: readonly string[]): Promise<Vote[]> {
  if (entryIds.length === 0) return []
  const ids = [...entryIds]
  const { rows } = await sql<Vote>`
    with vote as (
      select s.apply_order_id, s.juror_id, s.level, s.total::float8 as total, entry.edition_id
      from scores s join apply_orders entry on entry.id = s.apply_order_id
      where not s.is_draft and entry.entry_status not in (90, 91)
        and entry.edition_id in (select edition_id from apply_orders where id = any(${ids}::bigint[]))
        and not exists (select 1 from assignments a where a.apply_order_id = s.apply_order_id
          and a.juror_id = s.juror_id and a.level = s.level and a.status in (4, 5, 6))
        and not exists (select 1 from conflicts c
          where c.apply_order_id = s.apply_order_id and c.juror_id = s.juror_id
            and c.state = 'standing')),
    whole as (
      select edition_id, level, avg(total) as centre, stddev_pop(total) as spread
      from vote group by edition_id, level),
    own as (
      select edition_id, level, juror_id, avg(total) as centre, stddev_pop(total) as spread,
        count(*) / (count(*) + 4.0)::float8 as weight
      from vote group by edition_id, level, juror_id)
    select vote.apply_order_id, vote.level, vote.total,
      case when whole.spread = 0 then vote.total else least(100, greatest(0,
        whole.centre + whole.spread
        * (vote.total - own.weight * own.centre - (1 - own.weight) * whole.centre)
        / sqrt(own.weight * own.spread ^ 2 + (1 - own.weight) * whole.spread ^ 2))) end as balanced
    from vote
    join whole using (edition_id, level)
    join own using (edition_id, level, juror_id)
    where vote.apply_order_id = any(${ids}::bigint[])`.execute(db)
  return rows
}
