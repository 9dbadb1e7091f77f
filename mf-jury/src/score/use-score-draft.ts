import type { JurorEntryInfo } from '@awards/shared/contract'
import { useCurrentUser, useSiteDispatch, useUnsavedWork } from '@awards/shared/session'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { deliverScore } from './saving/deliver-score.ts'
import { openForms } from './saving/outbox.ts'
import { totalOf, type ScoreDraft } from './saving/score-draft.ts'
import { scoreCalls } from './saving/score-calls.ts'
import { createScoreSaver } from './saving/score-saver.ts'
import { differences, withFields } from './saving/score-merge.ts'
import { scoreShelf, type Kept, type Shelved } from './saving/score-storage.ts'

const UNSAVED = ['changed', 'saving', 'offline', 'conflict', 'unseen', 'refused']

/** The copies of several windows as one: over the newest version, the newest word on each field. */
function together(copies: readonly Shelved[]): Kept | undefined {
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
export function useScoreDraft(info: JurorEntryInfo) {
  const { apply_order_id: entry, can_score, own_score } = info
  const user = useCurrentUser()?.id ?? ''
  const dispatch = useSiteDispatch()
  const [saver] = useState(() => {
    const calls = scoreCalls(dispatch, entry)
    const totalSeen = (draft: ScoreDraft) => totalOf(info.criteria, draft)
    const label = `#${info.judging_no.replace(/^#/, '')} ${info.answers.title ?? ''}`.trim()
    return createScoreSaver(own_score, {
      deliver: (delivery) => deliverScore(delivery, { ...calls, totalOf: totalSeen }),
      keep: (kept) =>
        void (kept
          ? scoreShelf.put(user, { ...kept, entry, label, at: Date.now() })
          : scoreShelf.remove(user, entry)),
      saved: calls.remember,
    })
  })
  const snapshot = useSyncExternalStore(saver.subscribe, saver.snapshot)
  useUnsavedWork(UNSAVED.includes(snapshot.state))

  useEffect(() => {
    let isGone = false
    openForms.enter(entry)
    const takeOver = async () => {
      const copies = (await scoreShelf.mine(user)).filter((kept) => kept.entry === entry)
      const kept = together(copies)
      if (!kept || isGone) return
      await scoreShelf.takeOver(user, kept, copies)
      saver.restore(kept)
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

  return { saver, ...snapshot }
}
