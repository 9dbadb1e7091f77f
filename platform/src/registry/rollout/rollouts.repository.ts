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
