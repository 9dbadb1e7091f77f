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

type DraftProblem = 'marks' | 'comment'

/** What keeps the score from being submitted. */
export function problemsOf(criteria: Criteria, draft: ScoreDraft): DraftProblem[] {
  if (!isComplete(criteria, draft)) return ['marks']
  const isSilent = draft.comment_entrant.trim().length < COMMENT_FOR_ENTRANT.minimum
  return mustExplain(totalOf(criteria, draft)) && isSilent ? ['comment'] : []
}

const COMMENTS = ['comment_private', 'comment_entrant'] as const
type Comment = (typeof COMMENTS)[number]
export type Value = number | string | undefined
/** One mark or comment that two windows have set in different ways. */
export type ScoreConflict = {
  /** A comment, or the identifier of a criterion. */
  field: string
  mine: Value
  theirs: Value
}
export type Choice = 'mine' | 'theirs'

const isComment = (field: string): field is Comment => COMMENTS.some((one) => one === field)
const valueOf = (draft: ScoreDraft, field: string): Value =>
  isComment(field) ? draft[field].trim() : draft.marks[field]

const fieldsOf = (...drafts: ScoreDraft[]): string[] => [
  ...new Set([...drafts.flatMap(({ marks }) => Object.keys(marks)), ...COMMENTS]),
]

/** What differs between two versions of a score. */
export const differences = (one: ScoreDraft, other: ScoreDraft): string[] =>
  fieldsOf(one, other).filter((field) => valueOf(one, field) !== valueOf(other, field))

export const isSame = (one: ScoreDraft, other: ScoreDraft): boolean =>
  differences(one, other).length === 0

/** `draft` with some of its fields as they are in `source`. */
export function withFields(
  draft: ScoreDraft,
  source: ScoreDraft,
  fields: readonly string[],
): ScoreDraft {
  const marks = { ...draft.marks }
  const next = { ...draft }
  for (const field of fields) {
    if (isComment(field)) next[field] = source[field]
    else if (source.marks[field] === undefined) delete marks[field]
    else marks[field] = source.marks[field]
  }
  return { ...next, marks }
}

/**
 * Brings two versions together that both began as `base`: what only one of them changed is taken; what
 * both changed differently is a conflict, and stays as in `mine` until somebody has chosen.
 */
export function mergeScores(base: ScoreDraft, mine: ScoreDraft, theirs: ScoreDraft) {
  const changed = differences(base, mine)
  const draft = withFields(theirs, mine, changed)
  const conflicts: ScoreConflict[] = differences(base, theirs)
    .filter((field) => changed.includes(field) && valueOf(mine, field) !== valueOf(theirs, field))
    .map((field) => ({ field, mine: valueOf(mine, field), theirs: valueOf(theirs, field) }))
  return { draft, conflicts }
}
