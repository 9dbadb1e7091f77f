import type { JurorEntryInfo } from '@awards/shared/contract'
import { mustExplain } from '@awards/shared/domain'
import { useFlushOnHidden } from '@awards/shared/forms/autosave'
import { useSiteDispatch, useCurrentUser, useUnsavedWork } from '@awards/shared/session'
import { useCallback, useState, useEffect, useSyncExternalStore } from 'react'
import { submissions } from './after-submission.tsx'
import { deliverScore, scoreCalls } from './saving/score-delivery.ts'
import {
  differences,
  isComplete,
  itemsOf,
  problemsOf,
  totalOf,
  withFields,
  type ScoreDraft,
} from './saving/score-draft.ts'
import { typeAhead } from './type-ahead.ts'
import { markId } from './use-marking.ts'
import type { Neighbours } from './use-neighbours.ts'
import { openForms } from './outbox.tsx'
import { createScoreSaver } from './saving/score-saver.ts'
import { scoreStorage, type ScoreToSend, type StoredScore } from './saving/score-storage.ts'

/** States in which a save is due. */
const PENDING = ['changed', 'offline', 'queued']
const UNSAVED = ['changed', 'saving', 'offline', 'conflict', 'unseen', 'refused']

/** The copies of several windows as one: over the newest version, the newest word on each field. */
function together(copies: readonly StoredScore[]): ScoreToSend | undefined {
  const newest = copies.at(-1)
  if (!newest) return undefined
  const draft = copies.slice(0, -1).reduceRight((later, { base, draft: earlier }) => {
    const said = differences(newest.base, later)
    const open = differences(base, earlier).filter((field) => !said.includes(field))
    return withFields(later, earlier, open)
  }, newest.draft)
  const { key: _key, window: _window, ...kept } = newest
  return { ...kept, draft }
}

/** The score on screen, with its autosave and its copy on this device. */
function useScoreDraft(info: JurorEntryInfo) {
  const { apply_order_id: entry, can_score, own_score } = info
  const user = useCurrentUser()?.id ?? ''
  const dispatch = useSiteDispatch()
  const [isReady, setIsReady] = useState(false)
  const [saver] = useState(() => {
    const calls = scoreCalls(dispatch, entry)
    const totalSeen = (draft: ScoreDraft) => totalOf(info.criteria, draft)
    const label = `#${info.judging_no.replace(/^#/, '')} ${info.answers.title ?? ''}`.trim()
    return createScoreSaver(own_score, {
      deliver: (delivery) => deliverScore(delivery, { ...calls, totalOf: totalSeen }),
      keep: (kept) =>
        void (kept
          ? scoreStorage.put(user, { ...kept, entry, label, at: Date.now() })
          : scoreStorage.remove(user, entry)),
      saved: calls.remember,
    })
  })
  const snapshot = useSyncExternalStore(saver.subscribe, saver.snapshot)
  useUnsavedWork(UNSAVED.includes(snapshot.state))
  useFlushOnHidden(
    useCallback(() => {
      if (PENDING.includes(saver.snapshot().state)) void saver.flush()
    }, [saver]),
  )

  useEffect(() => {
    let isGone = false
    openForms.enter(entry)
    const takeOver = async () => {
      const copies = (await scoreStorage.mine(user)).filter((kept) => kept.entry === entry)
      const kept = together(copies)
      if (isGone) return
      if (kept) {
        await scoreStorage.takeOver(user, kept, copies)
        if (isGone) return
        saver.restore(kept)
      }
      // What was typed ahead was for an entry without a score.
      if (kept || !saver.snapshot().isDraft) typeAhead.take()
      setIsReady(true)
    }
    void takeOver()
    const flush = () => void saver.flush()
    window.addEventListener('online', flush)
    return () => {
      isGone = true
      window.removeEventListener('online', flush)
      void saver.flush().finally(() => {
        saver.dispose()
        openForms.leave(entry)
      })
    }
  }, [entry, saver, user])

  useEffect(() => {
    saver.refresh(own_score)
    if (can_score) saver.reopen()
  }, [saver, own_score, can_score])

  return { saver, isReady, ...snapshot }
}

export const COMMENT_ID = 'comment-entrant'

/** The score of the entry on screen: its marks, the missing ones, and how it is submitted. */
export function useScore(info: JurorEntryInfo, neighbours: Neighbours) {
  const { saver, isReady, draft, isDraft, state, version, conflicts, refusal } = useScoreDraft(info)
  const dispatch = useSiteDispatch()
  const [checks, setChecks] = useState(0)
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
    setChecks((count) => count + 1)
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
    if (goOn) await neighbours.goOn(answer?.next_id)
  }

  const goTo = (problem: 'marks' | 'comment', { marks }: ScoreDraft) => {
    const missing = criteria.find(({ id }) => marks[id] === undefined)
    const field = problem === 'marks' && missing ? markId(missing.id) : COMMENT_ID
    document.getElementById(field)?.focus()
  }

  return {
    saver,
    /** This device was asked whether it has a copy of the score. */
    isReady,
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
    /** How often a submission was asked for; each that is refused leads to its first problem. */
    checks,
    problems: checks > 0 ? problemsOf(criteria, draft) : [],
    change,
    mark,
    submit,
  }
}

export type Score = ReturnType<typeof useScore>
