import type { JurorEntryInfo } from '@awards/shared/contract'
import { DECISION_STATUS, isBelowThreshold } from '@awards/shared/domain'
import { App, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFigure } from '../common/use-figure.ts'
import { useProblem } from '../common/use-problem.ts'
import { useJuryAwardedMutation } from '../jury.api.ts'
import styles from './review.module.css'

type ConfirmationProps = { info: JurorEntryInfo; onDecided: () => void }

const D = DECISION_STATUS
const CONFIRMABLE: readonly number[] = [D.provisional, D.declined]
const DECLINABLE: readonly number[] = [D.provisional, D.confirmed]

/** The second level confirms or declines what the chair has awarded. */
export function Confirmation({ info, onDecided }: ConfirmationProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const [decide, { isLoading, error }] = useJuryAwardedMutation()
  const [reason, setReason] = useState('')
  const problem = useProblem(error)
  const figure = useFigure()
  if (!info.can_award || !info.award) return <p className={styles.note}>{t('own.closed')}</p>

  const send = async (decision: 'confirm' | 'decline') => {
    const text = reason.trim()
    const result = await decide({
      apply_order_id: info.apply_order_id,
      decision,
      version: info.decision_version,
      ...(text && { reason: text }),
    })
    if (!('error' in result))
      void message.success(t(decision === 'confirm' ? 'own.confirmed' : 'own.declined'))
    onDecided()
  }
  const { final_score = null, min_score = null } = info.standing ?? {}
  const isBelow = isBelowThreshold(final_score, { min_score })
  return (
    <div className={styles.form}>
      {min_score !== null && (
        <p className={isBelow ? styles.error : styles.note}>
          {t(isBelow ? 'own.below' : 'own.standing', {
            score: figure(final_score),
            least: figure(min_score, 0),
            level: info.award.name,
          })}
        </p>
      )}
      <Input.TextArea
        aria-label={t(isBelow ? 'own.reasonBelow' : 'own.reason')}
        placeholder={t(isBelow ? 'own.reasonBelow' : 'own.reason')}
        value={reason}
        maxLength={500}
        rows={2}
        onChange={(event) => setReason(event.target.value)}
      />
      {problem && (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        {CONFIRMABLE.includes(info.decision_status) && (
          <Button type="primary" loading={isLoading} onClick={() => void send('confirm')}>
            {t('own.confirm')}
          </Button>
        )}
        {DECLINABLE.includes(info.decision_status) && (
          <Button loading={isLoading} onClick={() => void send('decline')}>
            {t('own.decline')}
          </Button>
        )}
      </div>
    </div>
  )
}
