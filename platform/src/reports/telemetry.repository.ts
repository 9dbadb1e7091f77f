import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../api/src/db/database.ts'
import { ReleaseHealth, type Channel, type LoadEvent } from '@awards/shared/releases'
import type { MfeReports } from '../../../api/src/db/schema.gen.ts'

const OUTCOMES = ['ok', 'fallback', 'failed'] as const
const countOf = (outcome: (typeof OUTCOMES)[number]) =>
  sql<number>`count(*) filter (where outcome = ${outcome})::int`

/** The tables `mfe_events` (loads of remotes in browsers) and `mfe_reports` (CSP reports). */
export const telemetryRepository = (db: Db) => ({
  async addEvents(events: readonly LoadEvent[], { at, channel }: { at: Date; channel: Channel }) {
    const rows = events.map((event) => ({
      at,
      channel,
      phase: event.phase,
      outcome: event.outcome,
      kind: event.kind ?? null,
      remote: event.remote.name,
      version: event.remote.version ?? null,
      fallback_version: event.fallback_version ?? null,
      event: JSON.stringify(event),
    }))
    await db.insertInto('mfe_events').values(rows).execute()
  },

  async addReports(reports: Insertable<MfeReports>[]) {
    await db.insertInto('mfe_reports').values(reports).execute()
  },

  /** Load counts by remote, version and channel since `since`; events without version or channel are skipped. */
  async health(since: Date): Promise<ReleaseHealth> {
    const rows = await db
      .selectFrom('mfe_events')
      .select(['remote as name', 'version', 'channel'])
      .select(OUTCOMES.map((outcome) => countOf(outcome).as(outcome)))
      .where('at', '>=', since)
      .where('outcome', 'in', [...OUTCOMES])
      .where('version', 'is not', null)
      .where('channel', 'is not', null)
      .groupBy(['remote', 'version', 'channel'])
      .orderBy('remote')
      .orderBy('channel')
      .orderBy('version')
      .execute()
    // Browsers send the events, so names are untrusted: rows that do not parse are dropped.
    return rows.flatMap((row) => ReleaseHealth.element.safeParse(row).data ?? [])
  },

  async deleteBefore(cutoff: Date) {
    await db.deleteFrom('mfe_events').where('at', '<', cutoff).execute()
    await db.deleteFrom('mfe_reports').where('at', '<', cutoff).execute()
  },
})
