import { callApi, failureOf } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import { ENTRY_STATUS, stepOfField } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { useSiteDispatch } from '@awards/shared/session'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { entrantApi } from '../entrant.api.ts'
import { EntrySheet } from '../preview/entry-sheet.tsx'
import { useDraft } from './draft-context.ts'
import { ProblemList } from './problem-list.tsx'
import styles from './step-review.module.css'
import { useProblems } from './use-problems.ts'

/** Step 5: everything once more, what is missing, and the button that hands the entry in. */
export function StepReview() {
  const { t } = useTranslation('entrant')
  const { info, draft } = useDraft()
  const problems = useProblems()
  const isComplete = Object.keys(problems).length === 0
  const count = info.siblings.length || 1
  return (
    <>
      {isComplete ? (
        <Alert
          className={styles.note ?? ''}
          type="success"
          title={t('review.complete', { count })}
        />
      ) : (
        <ProblemList id={info.apply_order_id} problems={problems} />
      )}
      <h2 className={styles.title}>{draft.answers.title || t('untitled')}</h2>
      <EntrySheet answers={draft.answers} files={draft.files} isBlind={false} />
      {info.is_editable && <SubmitBar isComplete={isComplete} />}
    </>
  )
}

function SubmitBar({ isComplete }: { isComplete: boolean }) {
  const { t } = useTranslation('entrant')
  const navigate = useNavigate()
  const dispatch = useSiteDispatch()
  const { info, saver, goTo, setRefusals } = useDraft()
  const [isBusy, setBusy] = useState(false)
  const { apply_order_id } = info
  const isFirst = info.entry_status === ENTRY_STATUS.draft
  const isDone = info.entry_status === ENTRY_STATUS.submitted

  const submit = async () => {
    setBusy(true)
    try {
      if (!(await saver.flush())) return
      const { version, answers } = saver.snapshot()
      await callApi(entries.edit, {
        apply_order_id,
        version,
        answers,
        step_completed: 5,
        submit: true,
      })
      dispatch(entrantApi.util.invalidateTags(['entry', 'payment']))
      navigate(paths.submit(apply_order_id))
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind !== 'business' || typeof failure.msg === 'string') return
      setRefusals(failure.msg)
      const steps = Object.keys(failure.msg).map(stepOfField)
      goTo(Math.min(...steps))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles.bar}>
      <p id="submit-help">
        {t(isComplete ? (isFirst ? 'review.afterwards' : 'review.again') : 'review.notYet')}
      </p>
      <Button
        type="primary"
        size="large"
        disabled={!isComplete}
        aria-describedby="submit-help"
        loading={isBusy}
        onClick={() => void submit()}
      >
        {t(isFirst ? 'review.submit' : isDone ? 'review.resubmitChanges' : 'review.resubmit')}
      </Button>
    </div>
  )
}
