import type { AwardLevel } from './decisions.repository.ts'

/** Steps between a level and the one that a score reaches; below the lowest threshold counts as one more. */
export function levelsBetween(
  levels: readonly AwardLevel[],
  award: AwardLevel,
  score: number,
): number {
  const thresholds = [...new Set(levels.flatMap(({ min_score }) => min_score ?? []))].sort(
    (a, b) => b - a,
  )
  const step = (value: number) => {
    const index = thresholds.findIndex((threshold) => value >= threshold)
    return index === -1 ? thresholds.length : index
  }
  return award.min_score === null ? 0 : Math.abs(step(award.min_score) - step(score))
}
