import { api, callApi, errorCode, failureOf } from '@awards/shared/client'
import { entries } from '@awards/shared/contract'
import { ENTRY_STATUS, stepOfField } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { useSiteDispatch } from '@awards/shared/session'
import { TextLink } from '@awards/shared/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useEntryUploads } from '../uploads/entry-uploads.tsx'
import { useDraft } from './draft/draft-context.ts'
import styles from './entry-form.module.css'

/** The button that hands the entry in, with what follows from it. */
export function SubmitBar({ isComplete }: { isComplete: boolean }) {
  const { t } = useTranslation('entrant')
  const navigate = useNavigate()
  const dispatch = useSiteDispatch()
  const { info, saver, goTo, setRefusals } = useDraft()
  const { underway, lost, place } = useEntryUploads()
  const [isBusy, setBusy] = useState(false)
  const { apply_order_id } = info
  const isFirst = info.entry_status === ENTRY_STATUS.draft

  const submit = async () => {
    setBusy(true)
    try {
      if (info.is_editable && !(await saver.flush())) return
      const { version, answers } = saver.snapshot()
      await callApi(entries.edit, {
        apply_order_id,
        version,
        // In the grace after the close the entry is submitted as it was saved.
        answers: info.is_editable ? answers : {},
        step_completed: 5,
        submit: true,
      })
      dispatch(api.util.invalidateTags(['entry', 'payment']))
      navigate(paths.submit(apply_order_id))
    } catch (error) {
      const failure = failureOf(error)
      // Another window was faster; its version comes in, and the button works on it.
      if (errorCode(error) === 409) dispatch(api.util.invalidateTags(['entry', 'price']))
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
      <p id="submit-help" role="status">
        {underway > 0
          ? t('review.underway', { count: underway })
          : t(isComplete ? (isFirst ? 'review.afterwards' : 'review.again') : 'review.notYet')}
        {(underway > 0 || lost > 0) && (
          <>
            {' '}
            {lost > 0 && `${t('review.notArrived', { count: lost })} `}
            <TextLink to={paths.steps({ id: apply_order_id, step: stepOfField(place) })}>
              {t(`review.to.${place}`)}
            </TextLink>
          </>
        )}
      </p>
      <Button
        type="primary"
        size="large"
        disabled={!isComplete || underway > 0}
        aria-describedby="submit-help"
        loading={isBusy}
        onClick={() => void submit()}
      >
        {t(isFirst ? 'review.submit' : 'review.resubmit')}
      </Button>
    </div>
  )
}
