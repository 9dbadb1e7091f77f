import type { JurorEntryInfo } from '@awards/shared/contract'
import { useUnsavedWork } from '@awards/shared/session'
import { App, Button, Checkbox, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProblem } from '../common/use-problem.ts'
import { useJudgeAwardMutation, useJuryAwardsQuery } from '../jury.api.ts'
import styles from './decision-panel.module.css'

type AwardFormProps = { info: JurorEntryInfo; isDivergent: boolean }

/** The chair's decision; what stands in its way is said next to the button. */
export function AwardForm({ info, isDivergent }: AwardFormProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const id = useId()
  const { data: awards = [] } = useJuryAwardsQuery({})
  const [decide, { isLoading, error, reset }] = useJudgeAwardMutation()
  const [awardId, setAwardId] = useState(info.award?.id)
  const [reason, setReason] = useState('')
  const [isClosing, setIsClosing] = useState(false)
  const problem = useProblem(error)
  useUnsavedWork(reason.trim() !== '')
  if (!info.can_award) return <p className={styles.closed}>{t('panel.closed')}</p>

  const send = async (award_id: string | null) => {
    const text = reason.trim()
    const result = await decide({
      apply_order_id: info.apply_order_id,
      award_id,
      version: info.decision_version,
      ...(text && { reason: text }),
      ...(isClosing && { close_divergence: true }),
    })
    if ('error' in result) return
    reset()
    setReason('')
    setIsClosing(false)
    void message.success(t(award_id ? 'panel.awarded' : 'panel.cleared'))
  }
  return (
    <div className={styles.form}>
      <label htmlFor={`${id}-level`} className={styles.label}>
        {t('own.level')}
      </label>
      <Select
        id={`${id}-level`}
        value={awardId ?? null}
        placeholder={t('panel.choose')}
        onChange={(value: string) => setAwardId(value)}
        options={awards.map(({ id: value, name, min_score }) => ({
          value,
          label: min_score === null ? name : t('panel.from', { name, score: min_score }),
        }))}
      />
      <label htmlFor={`${id}-reason`} className={styles.label}>
        {t('panel.reason')}
      </label>
      <Input.TextArea
        id={`${id}-reason`}
        value={reason}
        maxLength={500}
        rows={1}
        onChange={(event) => setReason(event.target.value)}
      />
      {isDivergent && (
        <Checkbox checked={isClosing} onChange={(event) => setIsClosing(event.target.checked)}>
          {t('panel.closeDivergence')}
        </Checkbox>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          type="primary"
          disabled={!awardId}
          loading={isLoading}
          onClick={() => awardId && void send(awardId)}
        >
          {t('panel.award')}
        </Button>
        {info.award && (
          <Button loading={isLoading} onClick={() => void send(null)}>
            {t('panel.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}
