import type { Aggregate } from '@awards/shared/contract'
import {
  QUORUM,
  deviation,
  finalScore,
  isDivergent,
  mean,
  median,
  range,
  round2,
  trimmedMean,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { votesOf, type Vote } from './aggregates.repository.ts'
import type { ScoringLevel } from './jury.policy.ts'

export type Figures = { first: Aggregate; second: Aggregate; final: number | null }

/** Figures of a level; below the quorum there is a count and nothing else. */
export function aggregateOf(
  votes: readonly Pick<Vote, 'total' | 'balanced'>[],
  level: ScoringLevel,
): Aggregate {
  const quorum = QUORUM[level]
  const count = { votes: votes.length, quorum }
  const totals = votes.map(({ total }) => total)
  if (votes.length < quorum) {
    const nothing = {
      mean: null,
      median: null,
      trimmed: null,
      balanced: null,
      deviation: null,
      range: null,
      official: null,
    }
    return { ...count, ...nothing, is_divergent: false }
  }
  return {
    ...count,
    mean: round2(mean(totals)),
    median: round2(median(totals)),
    trimmed: round2(trimmedMean(totals)),
    balanced: round2(mean(votes.map(({ balanced }) => balanced))),
    deviation: round2(deviation(totals)),
    range: round2(range(totals)),
    official: round2(mean(votes.map(({ balanced }) => balanced))),
    is_divergent: isDivergent(totals),
  }
}

function figuresOf(votes: readonly Vote[]): Figures {
  const ofLevel = (level: ScoringLevel) =>
    aggregateOf(
      votes.filter((vote) => vote.level === level),
      level,
    )
  const first = ofLevel(2)
  const second = ofLevel(3)
  // A second level that has begun must be complete before it counts.
  const isOpen = second.votes > 0 && second.balanced === null
  const final =
    first.balanced === null || isOpen
      ? null
      : finalScore(first.balanced, second.balanced ?? undefined)
  return { first, second, final }
}

/** Figures of both levels, entry by entry. */
export async function figuresByEntry(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Figures>> {
  const votes = Map.groupBy(await votesOf(db, ids), (vote) => vote.apply_order_id)
  return new Map(ids.map((id) => [id, figuresOf(votes.get(id) ?? [])] as const))
}

export const NO_FIGURES: Figures = figuresOf([])
