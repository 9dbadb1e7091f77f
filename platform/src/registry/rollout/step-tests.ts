/** Views (or loads, or renders) and failures among them on both sides in the same minute. */
export type Stratum = {
  readonly canary: number
  readonly baseline: number
  readonly canaryFailures: number
  readonly baselineFailures: number
}

/**
 * Alternatives of the mixture: points by which the failure rate of the canary is higher, with their prior weights. A
 * small difference and a broken release are both found early; most weight is on what the goal names.
 */
const ALTERNATIVES = [
  { points: 0.01, weight: 0.2 },
  { points: 0.02, weight: 0.35 },
  { points: 0.05, weight: 0.25 },
  { points: 0.2, weight: 0.2 },
] as const

/** Failure rate that is assumed until the baseline has shown its own: 1 in 200. */
const PRIOR = { failures: 1, count: 200 } as const

/** Share of the failures of a minute that fall to the canary if both sides fail equally often. */
const fairShare = ({ canary, baseline }: Stratum): number => canary / (canary + baseline)

/** Whether a minute can say anything: both sides had visitors. */
const isComparable = ({ canary, baseline }: Stratum): boolean => canary > 0 && baseline > 0

/** log(Σ weight · exp(value)) without overflow. */
function logMixture(values: readonly number[], weights: readonly number[]): number {
  const top = Math.max(...values)
  const sum = values.reduce(
    (all, value, index) => all + (weights[index] ?? 0) * Math.exp(value - top),
    0,
  )
  return top + Math.log(sum)
}

/**
 * Mixture sequential probability ratio test of "the canary fails no more often than the baseline", one-sided. Returns
 * the logarithm of its e-value after the last of `strata`: at most 1 on average at every minute if that is true, so by
 * Ville's inequality it ever reaches 1/α with probability α at most, however often somebody looks.
 *
 * Each minute is a stratum. Given its failures, an equal canary has a hypergeometric number of them; the likelihood
 * ratio is that of the binomial with the same mean, which is convex and therefore no larger on average (Hoeffding 1963).
 * The minutes multiply, so a base rate or a share of traffic that changes in time does no harm. The odds ratio of an
 * alternative follows from the base rate of the minutes before, never from the minute that it weighs. See ADR 61.
 */
export function logEvidence(strata: readonly Stratum[]): number {
  const logs = ALTERNATIVES.map(() => 0)
  let failures: number = PRIOR.failures
  let count: number = PRIOR.count
  for (const stratum of strata) {
    const { canary, baseline, canaryFailures, baselineFailures } = stratum
    if (isComparable(stratum)) {
      const fair = fairShare(stratum)
      for (const [index, { points }] of ALTERNATIVES.entries()) {
        const ratio = 1 + points / (failures / count)
        const share = (ratio * canary) / (ratio * canary + baseline)
        logs[index] =
          (logs[index] ?? 0) +
          canaryFailures * Math.log(share / fair) +
          baselineFailures * Math.log((1 - share) / (1 - fair))
      }
    }
    failures += baselineFailures
    count += baseline
  }
  return logMixture(
    logs,
    ALTERNATIVES.map(({ weight }) => weight),
  )
}

/** Failures beyond which the exact distribution gives way to the normal one; it costs their square. */
const MAX_EXACT_FAILURES = 3_000

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

/** P(Z ≥ z) of the normal distribution; error below 1.2e-7 (Numerical Recipes, erfcc). */
export function upperTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + 0.5 * x)
  const series = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398,
    1.48851587, -0.82215223, 0.17087277,
  ].reduceRight((value, coefficient) => coefficient + t * value, 0)
  const tail = (t * Math.exp(-x * x + series)) / 2
  return z >= 0 ? tail : 1 - tail
}

/**
 * p-value of "the canary fails no more often than the baseline", for one look at the end of a step: the chance of as
 * many canary failures or more, given the failures of each minute (exact stratified test, Mantel and Haenszel). It is
 * sharper than the sequential test, which pays for looking every minute.
 */
export function exactFailureTest(strata: readonly Stratum[]): number {
  const comparable = strata.filter(isComparable)
  const failuresOf = ({ canaryFailures, baselineFailures }: Stratum) =>
    canaryFailures + baselineFailures
  const observed = sum(comparable.map((one) => one.canaryFailures))
  if (observed === 0) return 1
  const total = sum(comparable.map(failuresOf))
  if (total > MAX_EXACT_FAILURES) {
    const mean = sum(comparable.map((one) => failuresOf(one) * fairShare(one)))
    const variance = sum(
      comparable.map((one) => failuresOf(one) * fairShare(one) * (1 - fairShare(one))),
    )
    return upperTail((observed - 0.5 - mean) / Math.sqrt(variance))
  }
  // chances[k]: probability of k canary failures among those added so far.
  const chances = new Float64Array(total + 1)
  chances[0] = 1
  let added = 0
  for (const stratum of comparable) {
    const share = fairShare(stratum)
    for (let failure = 0; failure < failuresOf(stratum); failure += 1) {
      added += 1
      for (let k = added; k >= 0; k -= 1) {
        const before = k > 0 ? (chances[k - 1] ?? 0) : 0
        chances[k] = (chances[k] ?? 0) * (1 - share) + before * share
      }
    }
  }
  return Math.min(1, sum([...chances.subarray(observed)]))
}

const CLASS_WIDTH = Math.log(1.05)

/** Class of a measured value: each is 5 % wider than the one before, so that percentiles of any size are as exact. */
export const speedClass = (value: number): number =>
  Math.round(Math.log(Math.max(1, value)) / CLASS_WIDTH)

/** The value in the middle of a class. */
export const speedOfClass = (of: number): number => Math.exp(of * CLASS_WIDTH)

/** Measured visits by class of their value, ascending classes are slower. */
export type Histogram = ReadonlyMap<number, number>

export const countOf = (histogram: Histogram): number => sum([...histogram.values()])

/**
 * p-value of "the canary is not slower than the baseline": one-sided Mann–Whitney test on classes, normal approximation
 * with the correction for ties and for continuity. It compares ranks, so a few visits of minutes decide nothing.
 */
export function rankTest(canary: Histogram, baseline: Histogram): number {
  const [n, m] = [countOf(canary), countOf(baseline)]
  const classes = [...new Set([...canary.keys(), ...baseline.keys()])].sort((a, b) => a - b)
  let below = 0
  let rankSum = 0
  let ties = 0
  for (const one of classes) {
    const here = (canary.get(one) ?? 0) + (baseline.get(one) ?? 0)
    rankSum += (canary.get(one) ?? 0) * (below + (here + 1) / 2)
    ties += here ** 3 - here
    below += here
  }
  const all = n + m
  const variance = ((n * m) / 12) * (all + 1 - ties / (all * (all - 1)))
  if (!(variance > 0)) return 1
  const u = rankSum - (n * (n + 1)) / 2
  return upperTail((u - (n * m) / 2 - 0.5) / Math.sqrt(variance))
}

/** The class in which the 75th percentile lies; undefined without a visit. */
export function p75Class(histogram: Histogram): number | undefined {
  const rank = countOf(histogram) * 0.75
  let before = 0
  for (const [one, count] of [...histogram].sort(([a], [b]) => a - b)) {
    before += count
    if (before >= rank && count > 0) return one
  }
  return undefined
}
