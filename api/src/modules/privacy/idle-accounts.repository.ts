import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type IdleAccount = { id: string; email: string; language: string; notice_key: string }

const IDLE = sql`
  select u.id, u.email, u.language, u.created_at, seen.at,
    'account_idle:' || u.id || ':' || extract(epoch from seen.at)::bigint as notice_key
  from users u cross join lateral (select greatest(u.created_at, u.last_login_at,
    (select max(s.last_used_at) from sessions s where s.user_id = u.id),
    (select max(e.updated_at) from apply_orders e where e.user_id = u.id)) as at) seen
  where u.identity = 0 and u.status = 'active'`

/** Entrants who have not been here for long; the notice belongs to the moment of their last use. */
export const idleAccountsRepository = (db: Db) => ({
  /** Those who were told before `toldBefore`. */
  async told(given: { before: Date; toldBefore: Date }, limit: number): Promise<IdleAccount[]> {
    const { rows } = await sql<IdleAccount>`
      with idle as (${IDLE})
      select id, email, language, notice_key from idle
      where at < ${given.before} and created_at < ${given.before} and exists (
        select 1 from mail_outbox m
        where m.dedupe_key = idle.notice_key and m.sent_at < ${given.toldBefore})
      order by at limit ${limit}`.execute(db)
    return rows
  },

  /** Those who have not been told. */
  async untold(before: Date, limit: number): Promise<IdleAccount[]> {
    const { rows } = await sql<IdleAccount>`
      with idle as (${IDLE})
      select id, email, language, notice_key from idle
      where at < ${before} and created_at < ${before} and not exists (
        select 1 from mail_outbox m where m.dedupe_key = idle.notice_key)
      order by at limit ${limit}`.execute(db)
    return rows
  },
})
