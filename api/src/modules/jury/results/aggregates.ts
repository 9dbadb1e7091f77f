import type { Aggregate } from '@awards/shared/contract'
import { QUORUM, finalScore } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import {
  frozenFigures,
  levelFigures,
  type LevelFigures,
  type Figures,
} from './aggregates.repository.ts'
import type { ScoringLevel } from '../jury.policy.ts'

const emptyAggregate = (level: ScoringLevel): Aggregate => ({
  votes: 0,
  quorum: QUORUM[level],
  mean: null,
  median: null,
  trimmed: null,
  balanced: null,
  deviation: null,
  range: null,
  official: null,
  is_divergent: false,
})

/** Maps the figures of a level to the contract's aggregate. Below the quorum it has the number of votes only. */
export function aggregateOf(
  figures: Omit<LevelFigures, 'apply_order_id' | 'level'> | undefined,
  level: ScoringLevel,
): Aggregate {
  if (!figures) return emptyAggregate(level)
  const { votes, mean, median, trimmed, deviation, range, is_divergent } = figures
  if (votes < QUORUM[level]) return { ...emptyAggregate(level), votes }
  const { balanced, is_complete } = figures
  const official = is_complete ? trimmed : balanced
  const shown = { mean, median, trimmed, balanced, deviation, range, official, is_divergent }
  return { votes, quorum: QUORUM[level], ...shown }
}

/** Final score: 60 % second level, 40 % first. Null while the second level has votes but no quorum (domain `finalScore`). */
export function finalOf(first: Aggregate, second: Aggregate): number | null {
  const isOpen = second.votes > 0 && second.official === null
  if (first.official === null || isOpen) return null
  return finalScore(first.official, second.official ?? undefined)
}

function figuresOf(levels: readonly LevelFigures[]): Figures {
  const ofLevel = (level: ScoringLevel) =>
    aggregateOf(
      levels.find((one) => one.level === level),
      level,
    )
  const first = ofLevel(2)
  const second = ofLevel(3)
  return { first, second, final: finalOf(first, second) }
}

/** Entry id → figures of both levels; from the snapshot if the edition is frozen. Every id has an entry in the map. */
export async function figuresByEntry(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, Figures>> {
  const frozen = await frozenFigures(db, ids)
  const live = ids.filter((id) => !frozen.has(id))
  const levels = Map.groupBy(await levelFigures(db, live), (one) => one.apply_order_id)
  return new Map(ids.map((id) => [id, frozen.get(id) ?? figuresOf(levels.get(id) ?? [])] as const))
}

export const NO_FIGURES: Figures = figuresOf([])
