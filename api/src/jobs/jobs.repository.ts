import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { JobPayload } from './jobs.ts'
import { ENTRY_STATUS } from '@awards/shared/domain'

export type ClaimedJob = {
  id: string
  name: string
  payload: JobPayload
  attempts: number
  version: number
}

/** The table `jobs`, for the pool or a transaction. */
export const jobsRepository = (db: Db) => ({
  /** Adds a job, or updates the one of the same name and key; if that is running, it runs once more. */
  async add(name: string, payload: JobPayload, runAt: Date, key?: string) {
    await sql`insert into jobs (name, key, payload, run_at)
      values (${name}, ${key ?? null}, ${JSON.stringify(payload)}, ${runAt})
      on conflict (name, key) where key is not null do update set
        payload = excluded.payload, run_at = least(jobs.run_at, excluded.run_at),
        version = jobs.version + 1`.execute(db)
  },

  async addMany(name: string, payloads: readonly JobPayload[], runAt: Date) {
    await sql`insert into jobs (name, payload, run_at)
      select ${name}, unnest(${payloads.map((one) => JSON.stringify(one))}::jsonb[]),
        ${runAt}::timestamptz`.execute(db)
  },

  /** Claims due jobs until `until`, skipping locked rows; an expired lease means that its process was killed. */
  async claim(names: string[], now: Date, until: Date, limit: number): Promise<ClaimedJob[]> {
    const { rows } = await sql<ClaimedJob>`
      update jobs set leased_until = ${until}, attempts = attempts + 1
      where id in (
        select id from jobs
        where run_at <= ${now} and name = any(${names})
          and (leased_until is null or leased_until < ${now})
        order by run_at limit ${limit} for update skip locked)
      returning id, name, payload, attempts, version`.execute(db)
    return rows
  },

  /** Extends the lease of a running job. */
  async renew(id: string, until: Date) {
    await sql`update jobs set leased_until = ${until} where id = ${id}`.execute(db)
  },

  /** Releases all leases; only safe while no other process works on the database. */
  async endLeases() {
    await sql`update jobs set leased_until = null where leased_until is not null`.execute(db)
  },

  /** Deletes a done job, or makes it due again if it was enqueued meanwhile (higher version). */
  async finish({ id, version }: ClaimedJob) {
    await sql`delete from jobs where id = ${id} and version = ${version}`.execute(db)
    await sql`update jobs set leased_until = null, attempts = 0 where id = ${id}`.execute(db)
  },

  /** Schedules the next run; keeps the count of attempts after a `failure`, else resets it. */
  async release(id: string, runAt: Date, failure?: string) {
    await sql`update jobs set leased_until = null, run_at = ${runAt},
        last_error = ${failure ?? null},
        attempts = case when ${failure ?? null}::text is null then 0 else attempts end
      where id = ${id}`.execute(db)
  },
})

/** Queries of the deadline reminders. */
export const remindersRepository = (db: Db) => ({
  openEditions: (now: Date) =>
    db
      .selectFrom('editions')
      .select(['id', 'closes_at'])
      .where('opens_at', '<=', now)
      .where('closes_at', '>', now)
      .execute(),
})

/** Deletes rows whose retention has passed, or what they keep of earlier ones. */
export const expiredRowsRepository = (db: Db) => ({
  counters: (before: Date) =>
    sql`delete from rate_limits where expire < ${before.getTime()}`.execute(db),

  codes: (before: Date) => db.deleteFrom('email_codes').where('expires_at', '<', before).execute(),

  challenges: (before: Date) =>
    db.deleteFrom('passkey_challenges').where('expires_at', '<', before).execute(),

  keys: (before: Date) =>
    sql`delete from api_keys where least(expires_at, revoked_at) < ${before}`.execute(db),

  webhookEvents: (before: Date) =>
    db.deleteFrom('webhook_events').where('at', '<', before).execute(),

  oidcAttempts: (before: Date) =>
    db.deleteFrom('oidc_attempts').where('expires_at', '<', before).execute(),

  sessions: (before: Date) =>
    sql`delete from sessions where least(expires_at, revoked_at) < ${before}`.execute(db),

  devices: (before: Date) =>
    db.deleteFrom('trusted_devices').where('expires_at', '<', before).execute(),

  /** Those that were accepted, withdrawn or ran out, with offers to hand works over that ran out. */
  async studioInvitations(before: Date) {
    await sql`delete from studio_invitations
      where least(expires_at, accepted_at, withdrawn_at) < ${before}`.execute(db)
    await db.deleteFrom('studio_hand_overs').where('expires_at', '<', before).execute()
  },

  /** What a submission has replaced: undo, which brings it back, is over, and its juror has withdrawn the words. */
  replacedScores: (before: Date) =>
    db
      .updateTable('scores')
      .set({ replaced: null })
      .where('replaced', 'is not', null)
      .where('submitted_at', '<', before)
      .execute(),

  formerMembers: (before: Date) =>
    db.deleteFrom('studio_members').where('ended_at', '<', before).execute(),

  /**
   * Those of broadcasts count as lost: waiting for them for ever would hold up the others. Notices to idle accounts that
   * came back stay, since the accounts are erased by them.
   */
  unsentMails: (before: Date) =>
    sql`
      with gone as (
        delete from mail_outbox where sent_at is null and created_at < ${before}
          and (bounced_at is null or template <> 'account_idle') returning id)
      update broadcast_recipients reader set state = 'lost'
      from gone where reader.mail_id = gone.id and reader.state = 'queued'`.execute(db),

  /** And the notices that came back. With them the broadcasts that are over, and who they reached. */
  async sentMails(before: Date) {
    await sql`delete from mail_outbox where coalesce(sent_at, bounced_at) < ${before}`.execute(db)
    await db.deleteFrom('broadcasts').where('done_at', '<', before).execute()
  },

  /** Deletes drafts and unpaid entries without any order, invoice or withdrawal. The upload cleanup deletes their files. */
  async unpaidEntries(before: Date) {
    await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ project_id: string }>`
        delete from apply_orders e using editions d
        where d.id = e.edition_id and d.closes_at < ${before}
          and e.entry_status in (${ENTRY_STATUS.draft}, ${ENTRY_STATUS.submitted})
          and not exists (select 1 from order_lines o where o.apply_order_id = e.id)
          and not exists (select 1 from invoices i where i.apply_order_id = e.id)
          and not exists (select 1 from withdrawals w where w.apply_order_id = e.id)
        returning e.project_id`.execute(trx)
      const projects = rows.map(({ project_id }) => project_id)
      await sql`
        delete from projects p where p.id = any(${projects}::bigint[])
          and not exists (select 1 from apply_orders e where e.project_id = p.id)`.execute(trx)
    })
  },
})
