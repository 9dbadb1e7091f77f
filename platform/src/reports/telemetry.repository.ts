import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../api/src/db/database.ts'
import { ReleaseHealth, type Channel, type LoadEvent } from '@awards/shared/platform'
import type { MfeReports } from '../../../api/src/db/schema.gen.ts'

const OUTCOMES = ['ok', 'fallback', 'failed'] as const
const countOf = (outcome: (typeof OUTCOMES)[number]) =>
  sql<number>`count(*) filter (where outcome = ${outcome})::int`

/** What the browsers tell of remotes: events of loading them, and reports of the page's policy. */
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

  /** Loads by remote, version and channel since a moment; what has no version or channel is left out. */
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
    // Events come from browsers: one of them may name anything.
    return rows.flatMap((row) => ReleaseHealth.element.safeParse(row).data ?? [])
  },

  async forgetBefore(moment: Date) {
    await db.deleteFrom('mfe_events').where('at', '<', moment).execute()
    await db.deleteFrom('mfe_reports').where('at', '<', moment).execute()
  },
})
