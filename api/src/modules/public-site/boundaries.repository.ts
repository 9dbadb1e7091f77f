import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/**
 * The next moment at which a visitor may read something else although nothing is written: a window
 * opens or closes, a date of the season comes, a day begins. A moment that still belongs to what it
 * ends counts twice, at itself and just after.
 */
export async function nextBoundary(db: Db, now: Date): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    with moments (at) as (
      select unnest(array[opens_at, closes_at, results_at, results_published_at]) from editions
      union all select unnest(array[starts_at, ends_at]) from fee_periods
      union all select unnest(array[starts_at, ends_at]) from phases
      union all select unnest(array[starts_at, ends_at]) from banners
      union all select unnest(array[starts_at, ends_at]) from blocks
      union all select unnest(array[starts_at, ends_at]) from faqs
      union all select published_at from articles
      union all select (date_trunc('day', ${now}::timestamptz at time zone zone) + interval '1 day')
        at time zone zone
        from (select 'UTC' union select document ->> 'timezone' from site_documents
              where code = 'programme') as zones (zone) where zone is not null
    )
    select min(greatest(at, ${now}::timestamptz + interval '1 millisecond')) as at
    from moments where at >= ${now}`.execute(db)
  return rows[0]?.at ?? null
}
