import { sql } from 'kysely'
import type { Db } from '../../../../api/src/db/database.ts'

export type Owner = {
  readonly name: string
  readonly mail: string | null
  readonly webhook_url: string | null
  readonly webhook_secret: string | null
}

export type Notice = {
  readonly id: string
  readonly kind: 'mail' | 'webhook'
  readonly target: string
  readonly secret: string | null
  readonly payload: Record<string, unknown>
  readonly attempts: number
}

/** Attempts after which a notice counts as lost. */
export const MAX_ATTEMPTS = 10
const LEASE_MS = 60_000

/** The tables `mfe_owners` (who is told) and `mfe_notices` (the outbox of what they are told). */
export const noticesRepository = (db: Db) => ({
  /** Owners of a remote, and those of all remotes. */
  owners: (name: string): Promise<Owner[]> =>
    db.selectFrom('mfe_owners').selectAll().where('name', 'in', [name, '*']).execute(),

  allOwners: (): Promise<Owner[]> =>
    db.selectFrom('mfe_owners').selectAll().orderBy('name').execute(),

  async saveOwner({ name, ...owner }: Owner) {
    await db
      .insertInto('mfe_owners')
      .values({ name, ...owner })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(owner))
      .execute()
  },

  /** True if there was one. */
  async removeOwner(name: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('mfe_owners')
      .where('name', '=', name)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },

  async add(notice: Omit<Notice, 'id' | 'attempts'>, now: Date) {
    await db
      .insertInto('mfe_notices')
      .values({
        ...notice,
        payload: JSON.stringify(notice.payload),
        created_at: now,
        run_at: now,
      })
      .execute()
  },

  /** Claims due notices for a minute; one whose process was killed is due again after it. */
  async claim(now: Date, kinds: readonly Notice['kind'][], limit = 20): Promise<Notice[]> {
    const until = new Date(now.getTime() + LEASE_MS)
    const { rows } = await sql<Notice>`
      update mfe_notices set run_at = ${until}, attempts = attempts + 1
      where id in (
        select id from mfe_notices
        where sent_at is null and run_at <= ${now} and attempts < ${MAX_ATTEMPTS}
          and kind = any(${kinds})
        order by run_at limit ${limit} for update skip locked)
      returning id, kind, target, secret, payload, attempts`.execute(db)
    return rows
  },

  async sent(id: string, at: Date) {
    const done = { sent_at: at, last_error: null, secret: null }
    await db.updateTable('mfe_notices').set(done).where('id', '=', id).execute()
  },

  async failed(id: string, runAt: Date, reason: string) {
    const failed = { run_at: runAt, last_error: reason.slice(0, 500) }
    await db.updateTable('mfe_notices').set(failed).where('id', '=', id).execute()
  },
})
