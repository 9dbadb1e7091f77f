import { sql, type Selectable } from 'kysely'
import { Rollout, type Channel, type Verdict } from '@awards/shared/releases'
import type { Db } from '../../../../api/src/db/database.ts'
import type { MfeRollouts } from '../../../../api/src/db/schema.gen.ts'

type Row = Selectable<MfeRollouts>
/** A running rollout as the judge sees it; `revision` is the one that it made. */
export type StoredRollout = Rollout & { readonly revision: number }

/** The table `mfe_rollouts`; at most one of a remote in a channel runs. */
export const rolloutsRepository = (db: Db) => ({
  async start(
    rollout: Pick<
      Row,
      | 'channel'
      | 'name'
      | 'version'
      | 'baseline'
      | 'traffic'
      | 'min_views'
      | 'revision'
      | 'started_by'
    >,
    now: Date,
  ) {
    await db
      .insertInto('mfe_rollouts')
      .values({ ...rollout, state: 'running', started_at: now, step_since: now })
      .execute()
  },

  async running(): Promise<StoredRollout[]> {
    const rows = await db
      .selectFrom('mfe_rollouts')
      .selectAll()
      .where('state', '=', 'running')
      .orderBy('id')
      .execute()
    return rows.map(rolloutOf)
  },

  async findRunning(id: string): Promise<StoredRollout | undefined> {
    const row = await db
      .selectFrom('mfe_rollouts')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst()
    return row && rolloutOf(row)
  },

  /** The newest rollout of each remote. */
  async newest(channel: Channel): Promise<Rollout[]> {
    const { rows } = await sql<Row>`select distinct on (name) * from mfe_rollouts
      where channel = ${channel} order by name, started_at desc, id desc`.execute(db)
    return rows.map((row) => Rollout.parse(rolloutOf(row)))
  },

  async judged(id: string, at: Date, verdict: Verdict) {
    await db
      .updateTable('mfe_rollouts')
      .set({ judged_at: at, verdict: JSON.stringify(verdict) })
      .where('id', '=', id)
      .execute()
  },

  async step(id: string, step: Pick<Row, 'traffic' | 'revision' | 'step_since' | 'state'>) {
    await db.updateTable('mfe_rollouts').set(step).where('id', '=', id).execute()
  },

  /** Ends the running rollout of a remote, since somebody changed its deployment. */
  async replaceRunning(channel: Channel, name: string) {
    await db
      .updateTable('mfe_rollouts')
      .set({ state: 'replaced' })
      .where('channel', '=', channel)
      .where('name', '=', name)
      .where('state', '=', 'running')
      .execute()
  },
})

const rolloutOf = ({ revision, ...row }: Row): StoredRollout => ({
  ...Rollout.parse({
    ...row,
    started_at: row.started_at.toISOString(),
    step_since: row.step_since.toISOString(),
    judged_at: row.judged_at?.toISOString() ?? null,
  }),
  revision,
})

type Owner = {
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
const MAX_ATTEMPTS = 10
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
