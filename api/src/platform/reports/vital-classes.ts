import { VITAL_BOUNDS, VITAL_LIMITS, type Vital } from '@awards/shared/platform'
import type { VitalCount } from './vitals.repository.ts'

/** The class of a value: that of the first bound which it does not exceed, else the one after the last. */
export function classOf(metric: Vital, value: number): number {
  const bounds = VITAL_BOUNDS[metric]
  const found = bounds.findIndex((bound) => value <= bound)
  return found === -1 ? bounds.length : found
}

export type VitalSummary = {
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
