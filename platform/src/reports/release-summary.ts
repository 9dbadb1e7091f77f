import { VITAL_LIMITS, type ReleaseSummary, type Vital } from '@awards/shared/releases'
import { p75Class, speedOfClass } from '../registry/rollout/step-tests.ts'
import type { TotalRow } from './release-figures.repository.ts'

const isVital = (figure: string): figure is Vital => Object.hasOwn(VITAL_LIMITS, figure)

/** Failures of a kind; null where nothing was counted that could have failed. */
export const failuresOf = (counts: ReadonlyMap<string, number>, figure: string, of: string) =>
  counts.has(of) || counts.has(figure) ? (counts.get(figure) ?? 0) : null

/** What the counts of one release in one channel say; a figure that nobody could have counted is null, not 0. */
export function summaryOf(rows: readonly TotalRow[]): ReleaseSummary {
  const counts = new Map<string, number>()
  const speeds = new Map<Vital, Map<number, number>>()
  const calls = new Map<string, number>()
  for (const { figure, part, count } of rows) {
    if (isVital(figure)) {
      const histogram = speeds.get(figure) ?? new Map<number, number>()
      speeds.set(figure, histogram.set(Number(part), count))
    } else if (figure === 'api_errors') calls.set(part, count)
    else counts.set(figure, count)
  }
  const p75 = (vital: Vital) => {
    const found = p75Class(speeds.get(vital) ?? new Map())
    return found === undefined ? null : Math.round(speedOfClass(found))
  }
  const views = counts.get('views') ?? null
  return {
    views,
    failed_views: failuresOf(counts, 'failed_views', 'views'),
    loads: counts.get('loads') ?? null,
    failed_loads: failuresOf(counts, 'failed_loads', 'loads'),
    fallbacks: failuresOf(counts, 'fallbacks', 'loads'),
    error_views: failuresOf(counts, 'error_views', 'views'),
    api_failed_views: failuresOf(counts, 'api_failed_views', 'views'),
    renders: counts.get('renders') ?? null,
    failed_renders: failuresOf(counts, 'failed_renders', 'renders'),
    api_errors: Object.fromEntries([...calls].sort(([, a], [, b]) => b - a)),
    lcp_p75: p75('LCP'),
    inp_p75: p75('INP'),
  }
}
