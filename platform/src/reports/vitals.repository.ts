import { sql } from 'kysely'
import { VITAL_BOUNDS, VITAL_LIMITS, type Device, type Vital } from '@awards/shared/platform'
import type { Db } from '../../../api/src/db/database.ts'

type VitalKey = { day: string; route: string; device: Device; metric: Vital; class: number }
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

/** The class of a value: that of the first bound which it does not exceed, else the one after the last. */
export function classOf(metric: Vital, value: number): number {
  const bounds = VITAL_BOUNDS[metric]
  const found = bounds.findIndex((bound) => value <= bound)
  return found === -1 ? bounds.length : found
}

type VitalSummary = {
  readonly visits: number
  /** What three of four visits stay below, between the bounds of its class. */
  readonly p75: number
  /** The part of visits that was good. */
  readonly good: number
}

/** What the counts of one metric say together. */
export function summarise(
  metric: Vital,
  counts: readonly Pick<VitalCount, 'class' | 'visits'>[],
): VitalSummary {
  const bounds = VITAL_BOUNDS[metric]
  const [limit] = VITAL_LIMITS[metric]
  const visits = counts.reduce((sum, one) => sum + one.visits, 0)
  const good = counts.filter((one) => (bounds[one.class] ?? Infinity) <= limit)
  const share = good.reduce((sum, one) => sum + one.visits, 0) / (visits || 1)
  return { visits, good: share, p75: quantile(bounds, counts, visits * 0.75) }
}

function quantile(
  bounds: readonly number[],
  counts: readonly Pick<VitalCount, 'class' | 'visits'>[],
  rank: number,
): number {
  let before = 0
  for (const { class: place, visits } of counts.toSorted((a, b) => a.class - b.class)) {
    if (before + visits >= rank) {
      const low = bounds[place - 1] ?? 0
      // Above the last bound nothing is known but that.
      const high = bounds[place] ?? low
      return low + ((high - low) * (rank - before)) / visits
    }
    before += visits
  }
  return 0
}
