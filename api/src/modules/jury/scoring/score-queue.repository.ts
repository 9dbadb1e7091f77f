import { ASSIGNMENT_STATUS, JUDGEABLE } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Reader } from '../lists/jury-entries.repository.ts'
import { inScope } from '../jury-scope.ts'

/** Entries that are offered again at the end, and from how many on: the first marks are the least sure. */
const RECHECKED = 2

const S = ASSIGNMENT_STATUS
const LEFT = [S.assigned, S.opened, S.draft]

/** What a juror does next. Only the order tells something of the others: how many have scored an entry. */
export const scoreQueueRepository = (db: Db) => ({
  /** Of what is left beside `after` in its edition, the entry with the fewest votes, then in the juror's own order. */
  async next({ scope, level }: Reader, after: string): Promise<string | null> {
    const { rows } = await sql<{ id: string }>`
      select entry.id from assignments own
      join apply_orders entry on entry.id = own.apply_order_id
      left join entry_figures figures on figures.apply_order_id = entry.id
        and figures.level = own.level
      where own.juror_id = ${scope.juror_id} and own.level = ${level}
        and own.status = any(${LEFT}::int[]) and entry.id <> ${after}
        and entry.edition_id = (select edition_id from apply_orders where id = ${after})
        and entry.entry_status = any(${[...JUDGEABLE]}::int[]) and ${inScope(scope)}
      order by coalesce(figures.votes, 0), md5(entry.id::text || ${scope.juror_id}::text), entry.id
      limit 1`.execute(db)
    return rows[0]?.id ?? null
  },

  /** The first entries that a juror has submitted, once nothing is left; not those looked at again since. */
  async recheck({ scope, level }: Reader, editionId: string | undefined): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with own as (
        select entry.id, own.status from assignments own
        join apply_orders entry on entry.id = own.apply_order_id
        where own.juror_id = ${scope.juror_id} and own.level = ${level}
          and entry.edition_id = ${editionId ?? null}
          and entry.entry_status = any(${[...JUDGEABLE]}::int[]) and ${inScope(scope)}),
      submitted as (
        select own.id, coalesce(min(event.at), min(score.submitted_at)) as first_at,
          coalesce(max(event.at), min(score.submitted_at)) as last_at
        from own join scores score on score.apply_order_id = own.id
          and score.juror_id = ${scope.juror_id} and score.level = ${level}
        left join score_events event on event.apply_order_id = own.id
          and event.juror_id = ${scope.juror_id} and event.level = ${level} and event.kind = 'submit'
        where own.status = ${S.submitted} group by own.id),
      first as (select * from submitted order by first_at, id limit ${RECHECKED})
      select id from first
      where (select count(*) from submitted) > ${RECHECKED}
        and not exists (select 1 from own where status = any(${LEFT}::int[]))
        and last_at <= (select max(first_at) from submitted)
      order by first_at, id`.execute(db)
    return rows.map(({ id }) => id)
  },
})
