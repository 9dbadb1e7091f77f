import { sql, type Insertable } from 'kysely'
import {
  VITAL_BOUNDS,
  VITAL_LIMITS,
  type Device,
  type Vital,
  ReleaseHealth,
  type Channel,
  type LoadEvent,
} from '@awards/shared/releases'
import type { Db } from '../../../api/src/db/database.ts'
import type { MfeReports } from '../../../api/src/db/schema.gen.ts'

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
