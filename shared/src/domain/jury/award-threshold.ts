/** An award level as its threshold is looked at; a level without one is given by hand. */
export type ThresholdLevel = { readonly min_score: number | null }

/** True where an entry's official figure does not reach the threshold of the award level that it has. */
export const isBelowThreshold = (
  score: number | null,
  level: ThresholdLevel | null | undefined,
): boolean => score !== null && level?.min_score != null && score < level.min_score

/**
 * Steps between an award level and the one that a score reaches, below the lowest threshold one more. Null is no
 * award, and no score reaches none.
 */
export function levelsAway(
  levels: readonly ThresholdLevel[],
  award: ThresholdLevel | null,
  score: number | null,
): number {
  const thresholds = [...new Set(levels.flatMap(({ min_score }) => min_score ?? []))].sort(
    (one, other) => other - one,
  )
  const step = (value: number | null) => {
    const index = thresholds.findIndex((threshold) => (value ?? -1) >= threshold)
    return index === -1 ? thresholds.length : index
  }
  if (award && award.min_score === null) return 0
  return Math.abs(step(award?.min_score ?? null) - step(score))
}

/** True where an award needs its reason in words: below its own threshold, or more than one level away. */
export const needsAwardReason = (
  levels: readonly ThresholdLevel[],
  award: ThresholdLevel,
  score: number | null,
): boolean =>
  isBelowThreshold(score, award) || (score !== null && levelsAway(levels, award, score) > 1)
