import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { MfeEvents, MfeReports } from '../../db/schema.gen.ts'

/** What the browsers tell of remotes: events of loading them, and reports of the page's policy. */
export const telemetryRepository = (db: Db) => ({
  async addEvents(events: Insertable<MfeEvents>[]) {
    await db.insertInto('mfe_events').values(events).execute()
  },

  async addReports(reports: Insertable<MfeReports>[]) {
    await db.insertInto('mfe_reports').values(reports).execute()
  },

  /** Outcomes by remote and version since a moment. */
  outcomes: (since: Date) =>
    db
      .selectFrom('mfe_events')
      .select(['remote', 'version', 'outcome', sql<number>`count(*)::int`.as('loads')])
      .where('at', '>=', since)
      .where('outcome', 'in', ['ok', 'fallback', 'failed'])
      .groupBy(['remote', 'version', 'outcome'])
      .execute(),

  async forgetBefore(moment: Date) {
    await db.deleteFrom('mfe_events').where('at', '<', moment).execute()
    await db.deleteFrom('mfe_reports').where('at', '<', moment).execute()
  },
})
