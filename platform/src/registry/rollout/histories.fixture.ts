import type { RolloutStep, Verdict } from '@awards/shared/releases'
import { judge, NO_COUNTS, type Minute, type StepVitals } from './judge.ts'
import { speedClass } from './step-tests.ts'

/** Random numbers of a seed (mulberry32). */
export function randomOf(seed: number) {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  /** Poisson by inversion; above 50 the normal distribution is close enough. */
  const poisson = (mean: number) => {
    if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    let count = 0
    let chance = Math.exp(-mean)
    let reached = chance
    for (const drawn = next(); drawn > reached && count < 1_000;) {
      count += 1
      chance *= mean / count
      reached += chance
    }
    return count
  }
  return { normal, poisson }
}

/** A release as it is simulated: its failure rate, and how much slower it is than the one before. */
export type Simulated = {
  readonly viewsPerSecond: number
  readonly traffic: RolloutStep
  readonly minutes: number
  /** Failures of the release before, per view. */
  readonly base?: number
  /** More failures of the new release, per view. */
  readonly added?: number
  /** Factor of its LCP. */
  readonly slower?: number
  /** Goes on to the next step, as production does; else the end of the step ends the history. */
  readonly allSteps?: boolean
  readonly minViews?: number
}

export type Ending = {
  readonly verdict: Verdict
  readonly minute: number
  readonly traffic: number
}

/** Half of the visits tell their LCP: log-normal around 1.8 s, as the site's own visits are. */
const MEASURED = 0.5
const MEDIAN_LCP = 1_800
const SPREAD = 0.55

/**
 * Plays the minutes of one rollout and asks the judge after each. Failures are uncaught errors, one a view at most. Ends
 * with the first stop, the end of the last step, or the last minute.
 */
export function play(release: Simulated, seed: number, ask = judge): Ending {
  const { viewsPerSecond, minutes, base = 0.003, added = 0, slower = 1, minViews = 500 } = release
  const { normal, poisson } = randomOf(seed)
  let traffic: RolloutStep = release.traffic
  let earlier: Minute[] = []
  let step: Minute[] = []
  let vitals = emptyVitals()

  const side = (perMinute: number, rate: number, lcp: Map<number, number>, factor: number) => {
    const views = poisson(perMinute)
    const failed = Math.min(views, poisson(views * rate))
    for (let visit = 0; visit < Math.round(views * MEASURED); visit += 1) {
      const one = speedClass(MEDIAN_LCP * factor * Math.exp(SPREAD * normal()))
      lcp.set(one, (lcp.get(one) ?? 0) + 1)
    }
    return {
      ...NO_COUNTS,
      views,
      loads: Math.round(views / 3),
      failed_views: failed,
      error_views: failed,
    }
  }

  for (let minute = 1; ; minute += 1) {
    const canaryViews = (viewsPerSecond * 60 * traffic) / 100
    step.push({
      baseline: side(viewsPerSecond * 60 - canaryViews, base, vitals.LCP.baseline, 1),
      canary: side(canaryViews, base + added, vitals.LCP.canary, slower),
    })
    const verdict = ask({ traffic, minViews, earlier, step, vitals })
    const isAtEnd = verdict.verdict === 'advance' && (traffic === 50 || !release.allSteps)
    if (verdict.verdict === 'stop' || isAtEnd || minute === minutes) {
      return { verdict, minute, traffic }
    }
    if (verdict.verdict === 'advance') {
      traffic = traffic === 1 ? 10 : 50
      earlier = [...earlier, ...step]
      step = []
      vitals = emptyVitals()
    }
  }
}

const emptyVitals = () => {
  const sides = () => ({ canary: new Map<number, number>(), baseline: new Map<number, number>() })
  return { LCP: sides(), INP: sides() } satisfies StepVitals
}
