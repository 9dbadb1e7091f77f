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
export const fairShare = ({ canary, baseline }: Stratum): number => canary / (canary + baseline)

/** Whether a minute can say anything: both sides had visitors. */
export const isComparable = ({ canary, baseline }: Stratum): boolean => canary > 0 && baseline > 0

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
