import { useSiteDispatch } from '@awards/shared/session'
import { clientHost } from '@awards/shared/client'
import { Button } from '@awards/shared/ui'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@awards/shared/paths'
import { Link, useNavigate } from 'react-router-dom'
import { useProblem } from '../common/error-note.tsx'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { scoreCalls } from './saving/score-delivery.ts'
import styles from './notes.module.css'
import { storedText } from '@awards/shared/browser/store'
import type { OwnScore } from './saving/score-draft.ts'

/** The last submission, while it can be undone. */
type LastSubmission = { entry: string; label: string; own: OwnScore; until: number }

/** How long undo is offered; the server allows slightly more, for latency. */
const OFFERED_MS = 10_000
const inARow = storedText('jury-in-a-row', 'sessionStorage')
const changed = new EventTarget()
const tell = () => void changed.dispatchEvent(new Event('change'))
let last: LastSubmission | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** The last submission of this window, and how many there were in a row. */
export const submissions = {
  last: () => last,
  add(entry: string, label: string, own: OwnScore) {
    clearTimeout(timer)
    last = { entry, label, own, until: Date.now() + OFFERED_MS }
    timer = setTimeout(submissions.forget, OFFERED_MS)
    tell()
  },
  forget() {
    last = undefined
    tell()
  },
  inARow: () => Number(inARow.read()) || 0,
  setInARow(count: number) {
    inARow.write(String(count))
    tell()
  },
  subscribe(listener: () => void) {
    changed.addEventListener('change', listener)
    return () => changed.removeEventListener('change', listener)
  },
}

/** For a moment after a submission it can be taken back: the entry opens again, with its marks or those that it replaced. */
export function UndoBar() {
  const { t } = useTranslation('jury')
  const undoable = useSyncExternalStore(submissions.subscribe, submissions.last)
  const dispatch = useSiteDispatch()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useProblem(error)

  const undo = async () => {
    if (!undoable || isBusy) return
    const { entry, own } = undoable
    const calls = scoreCalls(dispatch, entry)
    const { items, comment_private, comment_entrant, version } = own
    const words = { items, comment_private, comment_entrant, version }
    setIsBusy(true)
    setError(undefined)
    try {
      const answer = await calls.send({ ...words, is_draft: true, reopen: true })
      // A submission that replaced another gives way to that one, which the server alone still has.
      const back = answer.is_draft
        ? { ...own, version: answer.version, is_draft: true }
        : await calls.load().catch(() => null)
      if (back) calls.remember(back)
      submissions.setInARow(Math.max(0, submissions.inARow() - 1))
      submissions.forget()
      clientHost().notifySuccess(t(answer.is_draft ? 'undo.done' : 'undo.restored'))
      await navigate(paths.subJuryReviewDetails(entry))
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  useShortcuts({ u: undoable && (() => void undo()) })
  if (!undoable) return null
  return (
    <div className={styles.bar} role="status">
      <span>
        {problem ?? t('undo.submitted', { label: `#${undoable.label.replace(/^#/, '')}` })}
      </span>
      <Button size="small" aria-keyshortcuts="U" loading={isBusy} onClick={() => void undo()}>
        {t('undo.button')} <kbd aria-hidden="true">U</kbd>
      </Button>
    </div>
  )
}

const IN_A_ROW = 25

/** After many scores in a row the scale may have drifted: a quiet word, and the way to the first ones. */
export function CalibrationNote({ home }: { home: string }) {
  const { t } = useTranslation('jury')
  const count = useSyncExternalStore(submissions.subscribe, submissions.inARow)
  if (count < IN_A_ROW) return null
  return (
    <aside className={styles.note} aria-label={t('calibrate.label')}>
      <p>{t('calibrate.text', { count })}</p>
      <Link to={`${home}?state=done`}>{t('calibrate.look')}</Link>
      <Button size="small" onClick={() => submissions.setInARow(0)}>
        {t('calibrate.goOn')}
      </Button>
    </aside>
  )
}
