import type { Device, Vital } from '@awards/shared/platform'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type VitalKey = { day: string; route: string; device: Device; metric: Vital; class: number }
export type VitalCount = {
  route: string
  device: Device
  metric: Vital
  class: number
  visits: number
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** How fast pages were, in counts by day (of UTC). */
export const vitalsRepository = (db: Db) => ({
  /** One more visit for each of the classes; written in one order, so that no two wait for each other. */
  async count(at: Date, keys: readonly Omit<VitalKey, 'day'>[]) {
    const rows = keys.map((key) => ({ ...key, day: dayOf(at), visits: 1 }))
    rows.sort((a, b) => (a.metric < b.metric ? -1 : 1))
    await db
      .insertInto('web_vitals')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'route', 'device', 'metric', 'class'])
          .doUpdateSet({ visits: sql`web_vitals.visits + 1` }),
      )
      .execute()
  },

  /** The counts since a moment's day, over all days. */
  async since(moment: Date): Promise<VitalCount[]> {
    const { rows } = await sql<VitalCount>`
      select route, device, metric, class, sum(visits)::int as visits from web_vitals
      where day >= ${dayOf(moment)} group by route, device, metric, class
      order by route, device, metric, class`.execute(db)
    return rows
  },

  async forgetBefore(moment: Date) {
    await db.deleteFrom('web_vitals').where('day', '<', dayOf(moment)).execute()
  },
})
