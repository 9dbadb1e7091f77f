import type { JurorEntryInfo } from '@awards/shared/contract'
import { COMMENT_FOR_ENTRANT, mustExplain, weightedTotal } from '@awards/shared/domain'

/** What a juror has on screen: marks by criterion, and two comments. */
export type ScoreDraft = {
  marks: Readonly<Record<string, number>>
  comment_private: string
  comment_entrant: string
}

export type Criteria = JurorEntryInfo['criteria']
/** The juror's own score as the server holds it. */
export type OwnScore = NonNullable<JurorEntryInfo['own_score']>

export const draftOf = (own: OwnScore | null): ScoreDraft => ({
  marks: Object.fromEntries(
    own?.items.map(({ criterion_id, value }) => [criterion_id, value]) ?? [],
  ),
  comment_private: own?.comment_private ?? '',
  comment_entrant: own?.comment_entrant ?? '',
})

/** The total so far; a criterion without a mark counts as nothing, as on the server. */
export const totalOf = (criteria: Criteria, { marks }: ScoreDraft): number =>
  weightedTotal(criteria.map(({ id, weight }) => ({ value: marks[id] ?? 0, weight })))

export const itemsOf = ({ marks }: ScoreDraft) =>
  Object.entries(marks).map(([criterion_id, value]) => ({ criterion_id, value }))

export const isComplete = (criteria: Criteria, { marks }: ScoreDraft): boolean =>
  criteria.every(({ id }) => marks[id] !== undefined)

export type DraftProblem = 'marks' | 'comment'

/** What keeps the score from being submitted. */
export function problemsOf(criteria: Criteria, draft: ScoreDraft): DraftProblem[] {
  if (!isComplete(criteria, draft)) return ['marks']
  const isSilent = draft.comment_entrant.trim().length < COMMENT_FOR_ENTRANT.minimum
  return mustExplain(totalOf(criteria, draft)) && isSilent ? ['comment'] : []
}
