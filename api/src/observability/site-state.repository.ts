import { PAYMENT_STATUS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { MAX_ATTEMPTS } from '../mail/outbox.repository.ts'

const OPEN = [PAYMENT_STATUS.created, PAYMENT_STATUS.awaiting, PAYMENT_STATUS.closing]

export type JobState = {
  name: string
  due: number
  running: number
  failing: number
  /** Seconds since the oldest job was due. */
  age: number
}
export type SiteState = {
  mails_waiting: number
  mails_failing: number
  mails_lost: number
  mail_age: number
  payments_open: number
  payments_late: number
  refunds_open: number
  alerts_open: number
  audit_rows: number
  /** Infinity if there is no backup. */
  backup_age: number
  backup_missing: number
}

/** Queue lengths and ages for monitoring. */
export const siteStateRepository = (db: Db) => ({
  async jobs(now: Date): Promise<JobState[]> {
    const { rows } = await sql<JobState>`
      select name,
        (count(*) filter (where is_due))::int as due,
        (count(*) filter (where leased_until >= ${now}))::int as running,
        (count(*) filter (where last_error is not null))::int as failing,
        coalesce(extract(epoch from ${now} - min(run_at) filter (where is_due)), 0)::float8 as age
      from (select *, run_at <= ${now} and (leased_until is null or leased_until < ${now}) as is_due
        from jobs) j
      group by name`.execute(db)
    return rows
  },

  async site(now: Date): Promise<SiteState> {
    const { rows } = await sql<SiteState>`
      select * from
        (select (count(*) filter (where attempts < ${MAX_ATTEMPTS}))::int as mails_waiting,
          (count(*) filter (where attempts between 1 and ${MAX_ATTEMPTS - 1}))::int as mails_failing,
          (count(*) filter (where attempts >= ${MAX_ATTEMPTS}))::int as mails_lost,
          coalesce(extract(epoch from ${now} - min(created_at) filter (where attempts < ${MAX_ATTEMPTS})), 0)
            ::float8 as mail_age
          from mail_outbox where sent_at is null and bounced_at is null) m,
        (select count(*)::int as payments_open,
          (count(*) filter (where next_check_at < ${now}::timestamptz - interval '2 minutes'))::int
            as payments_late
          from payment_orders where status = any(${OPEN})) p,
        (select count(*)::int as refunds_open from refunds
          where status in ('requested', 'processing')) r,
        (select count(*)::int as alerts_open from payment_alerts where resolved_at is null) a,
        (select coalesce(max(seq), 0)::float8 as audit_rows from audit_chain) c,
        (select coalesce(extract(epoch from ${now} - max(finished_at)), 'infinity')::float8 as backup_age,
          coalesce((array_agg(missing order by finished_at desc))[1], 0) as backup_missing
          from backups) b`.execute(db)
    const [row] = rows
    if (!row) throw new Error('The state of the site has no row')
    return row
  },
})
