import { sql } from 'kysely'
import { VITAL_BOUNDS, VITAL_LIMITS, type Device, type Vital } from '@awards/shared/releases'
import type { Db } from '../../../api/src/db/database.ts'

type VitalKey = { day: string; route: string; device: Device; metric: Vital; class: number }
export type VitalCount = {
  route: string
  device: Device
  metric: Vital
  class: number
  visits: number
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** The table `web_vitals`: histograms of page speed, one per UTC day, route, device and metric. */
export const vitalsRepository = (db: Db) => ({
  /** Adds one visit to each histogram class. Rows are sorted, so that concurrent upserts do not deadlock. */
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

  /** Counts summed over all days from the day of `start` on. */
  async since(start: Date): Promise<VitalCount[]> {
    const { rows } = await sql<VitalCount>`
      select route, device, metric, class, sum(visits)::int as visits from web_vitals
      where day >= ${dayOf(start)} group by route, device, metric, class
      order by route, device, metric, class`.execute(db)
    return rows
  },

  async deleteBefore(cutoff: Date) {
    await db.deleteFrom('web_vitals').where('day', '<', dayOf(cutoff)).execute()
  },
})

/** Histogram class of a value: index of the first upper bound that it does not exceed, else the number of bounds. */
export function classOf(metric: Vital, value: number): number {
  const bounds = VITAL_BOUNDS[metric]
  const found = bounds.findIndex((bound) => value <= bound)
  return found === -1 ? bounds.length : found
}

type VitalSummary = {
  readonly visits: number
  /** 75th percentile, interpolated linearly within its class. */
  readonly p75: number
  /** Share of good visits, 0 to 1. */
  readonly good: number
}

/** Computes percentile and share of good visits from the histogram of one metric. */
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
  for (const { class: index, visits } of counts.toSorted((a, b) => a.class - b.class)) {
    if (before + visits >= rank) {
      const low = bounds[index - 1] ?? 0
      // The last class has no upper bound, so its lower bound is returned.
      const high = bounds[index] ?? low
      return low + ((high - low) * (rank - before)) / visits
    }
    before += visits
  }
  return 0
}
