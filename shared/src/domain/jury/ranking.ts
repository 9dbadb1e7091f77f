import { ENTRY_STATUS } from '../entries/entry-status.ts'
import { DECISION_STATUS } from './review-phase.ts'

/** The figure of a level that counts: see `officialMetric`. */
export const RESULT_METRICS = ['trimmed', 'balanced'] as const
export type ResultMetric = (typeof RESULT_METRICS)[number]

/** Which figure of a level is the official one; null below the quorum. */
export function metricOf({
  official,
  trimmed,
}: {
  readonly official: number | null
  readonly trimmed: number | null
}): ResultMetric | null {
  if (official === null) return null
  return official === trimmed ? 'trimmed' : 'balanced'
}

/** Rules that tell entries with the same score apart, in their order (domain page §2.11). */
export const TIE_RULES = [
  'median',
  'deviation',
  'second_level_mean',
  'ethique_mean',
  'casting_vote',
  'ex_aequo',
] as const
export type TieRule = (typeof TIE_RULES)[number]

/** What places an entry in its category; null where the votes are not there yet. */
export type Contender = {
  readonly id: string
  /** Final score to two decimals. */
  readonly score: number | null
  /** Median and deviation of the first level, where the votes are many enough for them. */
  readonly median: number | null
  readonly deviation: number | null
  readonly second_level_mean: number | null
  readonly ethique_mean: number | null
}

/** The chair's word on entries that are equal by every rule, best first. */
export type CastingVote = { readonly entry_ids: readonly string[]; readonly is_ex_aequo: boolean }

export type RankedEntry = { id: string; rank: number | null; tie_rule: TieRule | null }
export type Tie = { ids: string[]; score: number }

type Rule = { rule: TieRule; compare: (one: Contender, other: Contender) => number }

const best = (value: number | null) => value ?? Number.NEGATIVE_INFINITY
const least = (value: number | null) => value ?? Number.POSITIVE_INFINITY
const order = (one: number, other: number) => (one === other ? 0 : one < other ? -1 : 1)

const RULES: readonly Rule[] = [
  { rule: 'median', compare: (one, other) => order(best(other.median), best(one.median)) },
  {
    rule: 'deviation',
    compare: (one, other) => order(least(one.deviation), least(other.deviation)),
  },
  {
    rule: 'second_level_mean',
    compare: (one, other) => order(best(other.second_level_mean), best(one.second_level_mean)),
  },
  {
    rule: 'ethique_mean',
    compare: (one, other) => order(best(other.ethique_mean), best(one.ethique_mean)),
  },
]

/**
 * Places of the entries of a category, best first: by score, then by the rules of §2.11, then as the chair has
 * cast the vote (`votes`, the latest first). `ties` are those that still wait for it.
 */
export function rankEntries(
  entries: readonly Contender[],
  votes: readonly CastingVote[] = [],
): { places: RankedEntry[]; ties: Tie[] } {
  const scored = entries.filter(({ score }) => score !== null)
  const groups = [...Map.groupBy(scored, ({ score }) => score ?? 0)].sort(
    ([one], [other]) => other - one,
  )
  const places: RankedEntry[] = []
  const ties: Tie[] = []
  for (const [score, group] of groups) {
    const clusters = clustersOf(group)
    for (const [index, cluster] of clusters.entries()) {
      const neighbour = clusters[index === 0 ? 1 : index - 1]
      const rule = neighbour ? ruleBetween(cluster, neighbour) : null
      const ids = cluster.map(({ id }) => id)
      const vote = votes.find(({ entry_ids }) => ids.every((id) => entry_ids.includes(id)))
      if (ids.length > 1 && !vote) ties.push({ ids, score })
      places.push(...placesOf(ids, rule, vote, places.length + 1))
    }
  }
  const unscored = entries.filter(({ score }) => score === null)
  places.push(...unscored.map(({ id }) => ({ id, rank: null, tie_rule: null })))
  return { places, ties }
}

/** Entries of one score, best first; those that no rule tells apart are together. */
function clustersOf(group: readonly Contender[]): Contender[][] {
  const clusters: Contender[][] = []
  for (const entry of group.toSorted((one, other) => compareByRules(one, other))) {
    const last = clusters.at(-1)
    if (last?.[0] && compareByRules(last[0], entry) === 0) last.push(entry)
    else clusters.push([entry])
  }
  return clusters
}

function compareByRules(one: Contender, other: Contender): number {
  for (const { compare } of RULES) {
    const result = compare(one, other)
    if (result !== 0) return result
  }
  return 0
}

function ruleBetween([one]: readonly Contender[], [other]: readonly Contender[]): TieRule | null {
  if (!one || !other) return null
  return RULES.find(({ compare }) => compare(one, other) !== 0)?.rule ?? null
}

function placesOf(
  ids: readonly string[],
  rule: TieRule | null,
  vote: CastingVote | undefined,
  first: number,
): RankedEntry[] {
  if (ids.length === 1 || !vote) return ids.map((id) => ({ id, rank: first, tie_rule: rule }))
  if (vote.is_ex_aequo) return ids.map((id) => ({ id, rank: first, tie_rule: 'ex_aequo' }))
  return vote.entry_ids
    .filter((id) => ids.includes(id))
    .map((id, index) => ({ id, rank: first + index, tie_rule: 'casting_vote' }))
}

export const NO_AWARD = 'no_award'
export const UNDECIDED = 'undecided'

/**
 * Where an entry stands on the board by award level: the id of its level once the chair has awarded it, `NO_AWARD` or
 * `UNDECIDED`. An entry keeps the level that a juror recommends, or that the second level has declined, in `award_id`.
 */
export function boardColumn(row: {
  readonly award_id: string | null
  readonly decision_status: number
  readonly entry_status: number
}): string {
  if (row.decision_status === DECISION_STATUS.declined) return NO_AWARD
  if (row.entry_status === ENTRY_STATUS.not_awarded) return NO_AWARD
  if (row.decision_status < DECISION_STATUS.provisional) return UNDECIDED
  return row.award_id ?? UNDECIDED
}
