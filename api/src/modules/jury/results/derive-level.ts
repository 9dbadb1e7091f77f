import {
  balancedVote,
  DIVERGENCE,
  jurorScale,
  mean,
  median,
  QUORUM,
  round2,
  TRIMMED_FROM,
  trimmedMean,
  type JurorScale,
  type ResultMetric,
  type VoteStatistics,
} from '@awards/shared/domain'

/** A vote on the entry, with the totals that its juror has given at the level, in numbers. */
export type CountedVote = { readonly total: number; readonly given: VoteStatistics }

export type DerivedVote = {
  /** The trimmed mean leaves this vote out, as the highest or as the lowest. */
  dropped: 'highest' | 'lowest' | null
  /** Further from the median of the level than the spread that asks for a discussion. */
  is_outlier: boolean
  scale: JurorScale
  /** To two decimals, like every figure that is shown. */
  balanced: number
}

export type DerivedLevel = {
  /** In the order in which they were given. */
  votes: DerivedVote[]
  mean: number
  median: number
  trimmed: number
  balanced: number
  metric: ResultMetric
  official: number
}

/** Index of the highest and the lowest total; of equal ones the last and the first in their order. */
function extremes(totals: readonly number[]): { highest: number; lowest: number } | undefined {
  if (totals.length < TRIMMED_FROM) return undefined
  const order = totals.map((total, index) => ({ total, index }))
  order.sort((one, other) => one.total - other.total)
  return { lowest: order[0]?.index ?? -1, highest: order.at(-1)?.index ?? -1 }
}

/**
 * How the official figure of one level comes about (domain page §2.11), step by step; the same formulas as
 * `balancedScores` and `trimmedMean`. `all` are the totals of the level in the whole edition, `isComplete` says that
 * every juror of the category has scored all its entries. Null below the quorum, where there is no figure.
 */
export function deriveLevel(
  level: keyof typeof QUORUM,
  votes: readonly CountedVote[],
  all: VoteStatistics,
  isComplete: boolean,
): DerivedLevel | null {
  if (votes.length < QUORUM[level]) return null
  const totals = votes.map(({ total }) => total)
  const middle = median(totals)
  const ends = extremes(totals)
  const balanced = votes.map(({ total, given }) => {
    const scale = jurorScale(given, all)
    return { scale, value: balancedVote(total, scale, all) }
  })
  const figures = {
    mean: round2(mean(totals)),
    median: round2(middle),
    trimmed: round2(trimmedMean(totals)),
    balanced: round2(mean(balanced.map(({ value }) => value))),
  }
  const metric = isComplete ? 'trimmed' : 'balanced'
  return {
    votes: balanced.map(({ scale, value }, index) => ({
      dropped: index === ends?.highest ? 'highest' : index === ends?.lowest ? 'lowest' : null,
      is_outlier: Math.abs((totals[index] ?? middle) - middle) > DIVERGENCE.deviation,
      scale,
      balanced: round2(value),
    })),
    ...figures,
    metric,
    official: figures[metric],
  }
}
