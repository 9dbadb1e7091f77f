import { errorReason } from '@awards/shared/client'
import type { JurorEntryInfo } from '@awards/shared/contract'
import { useUnsavedWork } from '@awards/shared/session'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useJuryScoreMutation } from '../jury.api.ts'
import { draftOf, itemsOf, type ScoreDraft } from './score-draft.ts'

const AUTOSAVE_MS = 1_200

export type SaveState = 'idle' | 'changed' | 'saving' | 'saved' | 'failed' | 'stale'

/**
 * The score on screen. A draft saves itself a moment after the last change, one save after the
 * other; a submitted score changes only when it is submitted again.
 */
export function useScoreDraft(info: JurorEntryInfo) {
  const [score] = useJuryScoreMutation()
  const [draft, setDraft] = useState<ScoreDraft>(() => draftOf(info.own_score))
  const [isDraft, setIsDraft] = useState(info.own_score?.is_draft ?? true)
  const [state, setState] = useState<SaveState>('idle')
  const version = useRef(info.own_score?.version ?? 0)
  const latest = useRef(draft)
  const isPending = useRef(false)
  const autosaves = useRef(isDraft && info.can_score)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const { apply_order_id } = info

  useUnsavedWork(state !== 'idle' && state !== 'saved')

  const save = useCallback(
    (asDraft: boolean) => {
      isPending.current = false
      const run = async () => {
        setState('saving')
        try {
          const { comment_entrant, comment_private } = latest.current
          const saved = await score({
            apply_order_id,
            items: itemsOf(latest.current),
            comment_entrant,
            comment_private,
            is_draft: asDraft,
            version: version.current,
          }).unwrap()
          version.current = saved.version
          autosaves.current = saved.is_draft
          setIsDraft(saved.is_draft)
          setState(isPending.current ? 'changed' : 'saved')
        } catch (error) {
          const isStale = errorReason(error) === 'VERSION'
          if (isStale) autosaves.current = false
          setState(isStale ? 'stale' : 'failed')
          throw error
        }
      }
      const result = queue.current.then(run, run)
      queue.current = result.catch(() => undefined)
      return result
    },
    [apply_order_id, score],
  )

  const change = (part: Partial<ScoreDraft>) => {
    latest.current = { ...latest.current, ...part }
    isPending.current = true
    setDraft(latest.current)
    setState((before) => (before === 'stale' ? before : 'changed'))
  }

  useEffect(() => {
    if (!isDraft || state !== 'changed') return
    const timer = setTimeout(() => void save(true).catch(() => undefined), AUTOSAVE_MS)
    return () => clearTimeout(timer)
  }, [draft, isDraft, state, save])

  // What was typed in the last moment is saved when the juror goes on to another page.
  useEffect(
    () => () => {
      if (isPending.current && autosaves.current) void save(true).catch(() => undefined)
    },
    [save],
  )

  return { draft, change, isDraft, state, submit: () => save(false) }
}
