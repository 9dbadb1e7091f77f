import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { JobPayload } from './jobs.ts'

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
