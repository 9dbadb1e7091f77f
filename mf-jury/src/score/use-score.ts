import type { JurorEntryInfo } from '@awards/shared/contract'
import { mustExplain } from '@awards/shared/domain'
import { useSiteDispatch } from '@awards/shared/session'
import { useState } from 'react'
import { submissions } from './last-submission.ts'
import { scoreCalls } from './saving/score-calls.ts'
import { isComplete, itemsOf, problemsOf, totalOf, type ScoreDraft } from './saving/score-draft.ts'
import { typeAhead } from './type-ahead.ts'
import { markId } from './use-marking.ts'
import type { Neighbours } from './use-neighbours.ts'
import { useScoreDraft } from './use-score-draft.ts'

export const COMMENT_ID = 'comment-entrant'

/** The score of the entry on screen: what is marked, what is missing, and how it is handed in. */
export function useScore(info: JurorEntryInfo, neighbours: Neighbours) {
  const { saver, draft, isDraft, state, version, conflicts, refusal } = useScoreDraft(info)
  const dispatch = useSiteDispatch()
  const [isChecked, setIsChecked] = useState(false)
  const { criteria, apply_order_id } = info
  const total = totalOf(criteria, draft)
  const complete = isComplete(criteria, draft)
  const isLocked = !info.can_score || state === 'conflict' || state === 'closed'

  const change = (part: Partial<ScoreDraft>) => saver.change(part)
  const mark = (id: string, value: number | undefined) => {
    const { [id]: _before, ...others } = saver.snapshot().draft.marks
    change({ marks: value === undefined ? others : { ...others, [id]: value } })
  }

  /** Hands the score in; `goOn` then opens the next entry that waits for one. */
  const submit = async (goOn: boolean) => {
    if (isLocked) return
    const { draft: sent } = saver.snapshot()
    setIsChecked(true)
    const [problem] = problemsOf(criteria, sent)
    if (problem) return goTo(problem, sent)
    if (goOn) typeAhead.begin()
    const result = await saver.submit()
    // What was typed ahead was for another entry; this one stays, and says why.
    if (result.kind === 'stopped') return void typeAhead.take()
    if (result.kind === 'sent') {
      submissions.setInARow(submissions.inARow() + 1)
      const { comment_private, comment_entrant } = sent
      const own = { items: itemsOf(sent), total, comment_private, comment_entrant, is_draft: false }
      if (result.answer?.undo_until) {
        submissions.add(apply_order_id, info.judging_no, { ...own, version: result.version })
      }
      void scoreCalls(dispatch, apply_order_id).reload()
    }
    const answer = result.kind === 'sent' ? result.answer : undefined
    if (goOn) neighbours.goTo(answer?.next_id ?? neighbours.todo?.apply_order_id)
  }

  const goTo = (problem: 'marks' | 'comment', { marks }: ScoreDraft) => {
    const missing = criteria.find(({ id }) => marks[id] === undefined)
    const field = problem === 'marks' && missing ? markId(missing.id) : COMMENT_ID
    document.getElementById(field)?.focus()
  }

  return {
    saver,
    draft,
    isDraft,
    state,
    version,
    conflicts,
    refusal,
    total,
    isLocked,
    isComplete: complete,
    marked: criteria.filter(({ id }) => draft.marks[id] !== undefined).length,
    isCommentDue: complete && mustExplain(total),
    problems: isChecked ? problemsOf(criteria, draft) : [],
    change,
    mark,
    submit,
  }
}

export type Score = ReturnType<typeof useScore>
