import { useSiteDispatch } from '@awards/shared/session'
import { clientHost } from '@awards/shared/client'
import { Button } from '@awards/shared/ui'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '@awards/shared/paths'
import { useNavigate } from 'react-router-dom'
import { useProblem } from '../common/error-note.tsx'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { submissions } from './last-submission.ts'
import { scoreCalls } from './saving/score-calls.ts'
import styles from './notes.module.css'

/** For a moment after a submission it can be taken back: the entry opens again, with its marks. */
export function UndoBar() {
  const { t } = useTranslation('jury')
  const last = useSyncExternalStore(submissions.subscribe, submissions.last)
  const dispatch = useSiteDispatch()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const problem = useProblem(error)

  const undo = async () => {
    if (!last || isBusy) return
    const { entry, own } = last
    const calls = scoreCalls(dispatch, entry)
    const { items, comment_private, comment_entrant, version } = own
    const words = { items, comment_private, comment_entrant, version }
    setIsBusy(true)
    setError(undefined)
    try {
      const answer = await calls.send({ ...words, is_draft: true, reopen: true })
      calls.remember({ ...own, version: answer.version, is_draft: true })
      submissions.setInARow(Math.max(0, submissions.inARow() - 1))
      submissions.forget()
      clientHost().notifySuccess(t('undo.done'))
      await navigate(paths.subJuryReviewDetails(entry))
    } catch (failure) {
      setError(failure)
    } finally {
      setIsBusy(false)
    }
  }
  useShortcuts({ u: last && (() => void undo()) })
  if (!last) return null
  return (
    <div className={styles.bar} role="status">
      <span>{problem ?? t('undo.submitted', { label: `#${last.label.replace(/^#/, '')}` })}</span>
      <Button size="small" aria-keyshortcuts="U" loading={isBusy} onClick={() => void undo()}>
        {t('undo.button')} <kbd aria-hidden="true">U</kbd>
      </Button>
    </div>
  )
}
