import type { Db } from '../../../db/database.ts'
import { figuresByEntry } from '../results/aggregates.ts'
import type { PlanEntry } from './plan-state.ts'

export type ShortlistRule = { readonly share: number; readonly floor: number }
/** Who goes on to the second level, where nobody says otherwise (domain page §2.11). */
export const SHORTLIST: ShortlistRule = { share: 50, floor: 60 }

/**
 * The best `share` percent of each category, with all that equal the last of them, and all from `floor` points
 * up. Entries without a score, below the quorum, do not go on.
 */
export function shortlisted(
  entries: readonly { id: string; category_id: string; score: number | null }[],
  { share, floor }: ShortlistRule,
): Set<string> {
  const scored = entries.flatMap((entry) =>
    entry.score === null ? [] : [{ ...entry, score: entry.score }],
  )
  const chosen = [...Map.groupBy(scored, ({ category_id }) => category_id).values()].flatMap(
    (rivals) => {
      const count = Math.ceil((rivals.length * share) / 100)
      const scores = rivals.map(({ score }) => score).sort((a, b) => b - a)
      const last = count > 0 ? (scores[count - 1] ?? Infinity) : Infinity
      return rivals.filter(({ score }) => score >= last || score >= floor)
    },
  )
  return new Set(chosen.map(({ id }) => id))
}

/** Entries of the second level: those on the shortlist, and those that somebody has put there by hand. */
export async function secondLevelOf(
  db: Db,
  entries: readonly PlanEntry[],
  rule: ShortlistRule,
): Promise<PlanEntry[]> {
  const figures = await figuresByEntry(
    db,
    entries.map(({ id }) => id),
  )
  const chosen = shortlisted(
    entries.map(({ id, category_id }) => {
      return { id, category_id, score: figures.get(id)?.first.official ?? null }
    }),
    rule,
  )
  return entries.filter(({ id, seated }) => chosen.has(id) || seated.length > 0)
}
