import { sql } from 'kysely'
import type { AppContext } from '../app/app-context.ts'
import { forgetTelemetry } from '../modules/platform/platform-housekeeping.ts'

const HOUR = 3_600

/** Removes what has had its time: counters, codes, ended sessions. */
export function housekeeping(context: AppContext) {
  const { db, jobs, clock } = context
  jobs.every('housekeeping', HOUR, async () => {
    const now = clock()
    const monthAgo = new Date(now.getTime() - 30 * 86_400_000)
    await sql`delete from rate_limits where expire < ${now.getTime()}`.execute(db)
    await db.deleteFrom('email_codes').where('expires_at', '<', monthAgo).execute()
    await db.deleteFrom('sessions').where('expires_at', '<', monthAgo).execute()
    await db.deleteFrom('trusted_devices').where('expires_at', '<', now).execute()
    await forgetTelemetry(context)
  })
}
