import {
  PHASES,
  capabilitiesOf,
  type Phase,
  type PhaseCapabilities,
  type Stage,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Editions and their phases; the only place that computes the phase of an edition. */
export const editionsRepository = (db: Db) => ({
  /** The edition whose call is open or comes next, else the latest. */
  async currentCall(now: Date) {
    const editions = await db.selectFrom('editions').selectAll().orderBy('opens_at').execute()
    return editions.find(({ closes_at }) => closes_at >= now) ?? editions.at(-1)
  },

  /** Opening of the next call after `now`. */
  opensAfter: (now: Date) =>
    db
      .selectFrom('editions')
      .select(['opens_at', 'timezone'])
      .where('opens_at', '>', now)
      .orderBy('opens_at')
      .executeTakeFirst(),

  /** Close of the last call before `now`. */
  closedBefore: (now: Date) =>
    db
      .selectFrom('editions')
      .select(['closes_at', 'timezone'])
      .where('closes_at', '<', now)
      .orderBy('closes_at', 'desc')
      .executeTakeFirst(),

  /** One edition; undefined for an unknown id. */
  find: (id: string) =>
    db.selectFrom('editions').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Groups entry ids by edition id. */
  async entriesByEdition(ids: readonly string[]): Promise<Map<string, string[]>> {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('apply_orders')
      .select(['id', 'edition_id'])
      .where('id', 'in', [...ids])
      .execute()
    const groups = Map.groupBy(rows, ({ edition_id }) => edition_id)
    return new Map([...groups].map(([edition, entries]) => [edition, entries.map(({ id }) => id)]))
  },

  /** The forced phase, else the phase of the date; `setup` before the first, the last one after its end. */
  async stageOf(editionId: string, now: Date): Promise<Stage> {
    const phases = await db
      .selectFrom('phases')
      .select(['phase', 'starts_at', 'ends_at', 'is_forced', 'capabilities'])
      .where('edition_id', '=', editionId)
      .orderBy('starts_at')
      .execute()
    const current =
      phases.find(({ is_forced }) => is_forced) ??
      phases.find(({ starts_at, ends_at }) => starts_at <= now && now < ends_at) ??
      phases.filter(({ ends_at }) => ends_at <= now).at(-1)
    const phase = (current?.phase ?? PHASES.setup) as Phase
    const changed = current?.capabilities as Partial<PhaseCapabilities> | undefined
    return { phase, capabilities: capabilitiesOf(phase, changed) }
  },

  /** Ids of editions in which the entrants are still hidden from the chair. */
  async blindEditions(now: Date): Promise<string[]> {
    const editions = await db.selectFrom('editions').select('id').execute()
    const stages = await Promise.all(
      editions.map(async ({ id }) => ({ id, ...(await this.stageOf(id, now)) })),
    )
    return stages.filter(({ capabilities }) => capabilities.blind_entrant).map(({ id }) => id)
  },

  /** The phase number alone; see `stageOf`. */
  async phaseOf(editionId: string, now: Date): Promise<Phase> {
    return (await this.stageOf(editionId, now)).phase
  },
})

/** Prefix of entry and invoice numbers, from the programme; `A` if it has none. */
export async function numberPrefix(db: Db): Promise<string> {
  const { rows } = await sql<{ prefix: string | null }>`
    select document ->> 'number_prefix' as prefix from site_documents where code = 'programme'`.execute(
    db,
  )
  return rows[0]?.prefix ?? 'A'
}
