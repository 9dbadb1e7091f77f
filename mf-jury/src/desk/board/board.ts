import type { BoardRow, Output, judgeAdded } from '@awards/shared/contract'

export type Board = Output<typeof judgeAdded.board>
export type BoardProps = { board: Board; canAward: boolean }

/** Award levels away from the one that the score reaches; below the lowest threshold counts as one more. */
export function levelsAway({ levels }: Board, row: BoardRow, award_id: string | null): number {
  const thresholds = [...new Set(levels.flatMap(({ min_score }) => min_score ?? []))].sort(
    (a, b) => b - a,
  )
  const step = (score: number | null) => {
    const index = thresholds.findIndex((least) => (score ?? -1) >= least)
    return index === -1 ? thresholds.length : index
  }
  const chosen = levels.find(({ id }) => id === award_id)
  // A level without a threshold, such as a grand prix, is given by hand.
  if (award_id !== null && chosen?.min_score == null) return 0
  return Math.abs(step(chosen?.min_score ?? null) - step(row.final_score))
}
