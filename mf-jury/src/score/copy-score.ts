import type { Criteria, ScoreDraft } from './score-draft.ts'

/** Puts a score on the clipboard as plain text, for somebody who cannot hand it in. */
export function copyScore(criteria: Criteria, draft: ScoreDraft): Promise<void> {
  const marks = criteria.map(({ id, name }) => `${name}: ${draft.marks[id] ?? '–'}`)
  const comments = [draft.comment_entrant, draft.comment_private].filter(Boolean)
  return navigator.clipboard.writeText([...marks, ...comments].join('\n'))
}
