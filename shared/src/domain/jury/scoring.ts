import { z } from 'zod'
import type { ResultMetric } from './ranking.ts'

/** The French "5E" (domain page §2.11), each 0 to 20 by half points. */
export const CRITERIA = ['esthetique', 'ergonomie', 'ethique', 'economie', 'emotion'] as const
export type CriterionCode = (typeof CRITERIA)[number]

export const SCORE_STEP = 0.5
export const SCORE_MAXIMUM = 20
export const TOTAL_MAXIMUM = 100

/** What the numbers mean, shown beside the form. */
export const ANCHORS = [
  { from: 0, to: 5.5, code: 'insufficient' },
  { from: 6, to: 9.5, code: 'fair' },
  { from: 10, to: 13.5, code: 'good' },
  { from: 14, to: 16.5, code: 'excellent' },
  { from: 17, to: 20, code: 'exceptional' },
] as const

export const ScoreValue = z
  .number('Give a number from 0 to 20')
  .min(0, 'Give a number from 0 to 20')
  .max(SCORE_MAXIMUM, 'Give a number from 0 to 20')
  .refine((value) => Number.isInteger(value * 2), 'Score by half points')

/**
 * Progress of a juror with an entry, as the queue filters it; `todo` means that no score was begun. Pages of before also
 * ask for `recused`, which finds nothing: an entry that was given back is in no list of its juror.
 */
export const QUEUE_STATES = ['todo', 'draft', 'done', 'recused'] as const
export type QueueState = (typeof QUEUE_STATES)[number]
/** Those by which a juror's list is read. */
export const LISTED_STATES = ['todo', 'draft', 'done'] as const satisfies readonly QueueState[]

/** Votes that an aggregate needs: first level three of five, second level two of three. */
export const QUORUM = { 2: 3, 3: 2 } as const
/** Share of the second level in the final score, percent. */
export const SECOND_LEVEL_SHARE = 60
/** Beyond these the entry goes to the discussion queue. */
export const DIVERGENCE = { deviation: 12, range: 30 } as const

/** Entries that a mean of others must stand for before an entrant is shown it. */
export const COMPARED_FROM = 5

/** A comment for the entrant is due where the score is extreme. */
export const COMMENT_FOR_ENTRANT = { minimum: 30, maximum: 1000, from: 85, below: 50 } as const

/** True where the juror has to explain the total to the entrant. */
export const mustExplain = (total: number): boolean =>
  total >= COMMENT_FOR_ENTRANT.from || total < COMMENT_FOR_ENTRANT.below

/** Weighted total on 0 to 100, rounded to two decimals; weights default to one. */
export function weightedTotal(items: readonly { value: number; weight: number }[]): number {
  const weights = items.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) return 0
  const sum = items.reduce((total, { value, weight }) => total + value * weight, 0)
  return round2((sum / weights / SCORE_MAXIMUM) * TOTAL_MAXIMUM)
}

export const mean = (totals: readonly number[]): number =>
  totals.reduce((sum, total) => sum + total, 0) / totals.length

export function median(totals: readonly number[]): number {
  const sorted = [...totals].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Votes from which on the trimmed mean leaves out the highest and the lowest. */
export const TRIMMED_FROM = 5

/** Mean without the highest and the lowest, from five votes on; below that the mean. */
export function trimmedMean(totals: readonly number[]): number {
  if (totals.length < TRIMMED_FROM) return mean(totals)
  return mean([...totals].sort((a, b) => a - b).slice(1, -1))
}

/** Standard deviation of the whole population. */
export function deviation(totals: readonly number[]): number {
  const centre = mean(totals)
  return Math.sqrt(mean(totals.map((total) => (total - centre) ** 2)))
}

export const range = (totals: readonly number[]): number =>
  Math.max(...totals) - Math.min(...totals)

/** To two decimals; a half goes up, also one that floating point has made a little smaller. */
export const round2 = (value: number): number => Math.round(value * 100 + 1e-7) / 100

/** Code of the award that the second level chooses among the entries with {@link PLATINUM}. */
export const GRAND_PRIX = 'grand_prix'
export const PLATINUM = 'platinum'

/**
 * Whether `level` (1 chair, 2 first level, 3 second level) may give an award with this `code` to an entry whose award has
 * the code `current`. The server refuses what this refuses, and selects do not offer it.
 */
export const mayChooseAward = (code: string, current: string | null | undefined, level: number) =>
  code !== GRAND_PRIX || (level === 3 && (current === PLATINUM || current === GRAND_PRIX))

export type JurorTotal = { entry: string; juror: string; total: number }

const SHRINKAGE = 4

/** Totals of a juror, or of everybody, in numbers: how many, their mean and their population standard deviation. */
export type VoteStatistics = { votes: number; mean: number; deviation: number }

export const statisticsOf = (totals: readonly number[]): VoteStatistics => ({
  votes: totals.length,
  mean: totals.length > 0 ? mean(totals) : 0,
  deviation: totals.length > 0 ? deviation(totals) : 0,
})

/** A juror's scale after shrinkage: the weight of the juror's own votes, and the centre and spread that follow. */
export type JurorScale = { weight: number; centre: number; spread: number }

/** Shrinks the scale of a juror with few votes towards the mean and the spread of everybody (domain page §2.11). */
export function jurorScale(own: VoteStatistics, all: VoteStatistics): JurorScale {
  const weight = own.votes / (own.votes + SHRINKAGE)
  return {
    weight,
    centre: weight * own.mean + (1 - weight) * all.mean,
    spread: Math.sqrt(weight * own.deviation ** 2 + (1 - weight) * all.deviation ** 2),
  }
}

/** A total brought from the juror's scale to that of everybody, within 0 and 100. */
export function balancedVote(total: number, scale: JurorScale, all: VoteStatistics): number {
  if (all.deviation === 0) return total
  const value = all.mean + (all.deviation * (total - scale.centre)) / scale.spread
  return Math.min(TOTAL_MAXIMUM, Math.max(0, value))
}

/** Judge-normalised scores: entry → mean of its balanced votes, on 0 to 100. */
export function balancedScores(scores: readonly JurorTotal[]): Map<string, number> {
  const all = statisticsOf(scores.map(({ total }) => total))
  const scales = new Map(
    [...Map.groupBy(scores, ({ juror }) => juror)].map(([juror, own]) => [
      juror,
      jurorScale(statisticsOf(own.map(({ total }) => total)), all),
    ]),
  )
  const balanced = ({ juror, total }: JurorTotal): number => {
    const scale = scales.get(juror)
    return scale ? balancedVote(total, scale, all) : total
  }
  return new Map(
    [...Map.groupBy(scores, ({ entry }) => entry)].map(([entry, own]) => [
      entry,
      mean(own.map(balanced)),
    ]),
  )
}

/** True where jurors disagree so much that the entry has to be discussed; told by the figures as they are shown. */
export const isDivergent = (totals: readonly number[]): boolean =>
  totals.length > 1 &&
  (round2(deviation(totals)) > DIVERGENCE.deviation || round2(range(totals)) > DIVERGENCE.range)

/**
 * The figure that counts among the votes of one category and level: the trimmed mean where everybody who has
 * voted there has scored every entry, else the balanced one, as jurors are compared on different entries.
 */
export function officialMetric(votes: readonly JurorTotal[]): ResultMetric {
  const entries = new Set(votes.map(({ entry }) => entry))
  const jurors = new Set(votes.map(({ juror }) => juror))
  const isComplete = votes.length > 0 && votes.length === entries.size * jurors.size
  return isComplete ? 'trimmed' : 'balanced'
}

/** Final score: second level 60 %, first level 40 %; the first level alone where there is no second. */
export function finalScore(firstLevel: number, secondLevel: number | undefined): number {
  if (secondLevel === undefined) return round2(firstLevel)
  return round2((secondLevel * SECOND_LEVEL_SHARE + firstLevel * (100 - SECOND_LEVEL_SHARE)) / 100)
}
