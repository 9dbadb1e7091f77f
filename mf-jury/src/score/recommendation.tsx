import type { JurorEntryInfo } from '@awards/shared/contract'
import { DECISION_STATUS } from '@awards/shared/domain'
import { App, Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useJuryAwardsQuery, useJuryRecommendMutation } from '../jury.api.ts'
import styles from './own-decision.module.css'

type RecommendationProps = { info: JurorEntryInfo; onDecided: () => void }

/** A sub-juror recommends a level; the chair decides. */
export function Recommendation({ info, onDecided }: RecommendationProps) {
  const { t } = useTranslation('jury')
  const { message } = App.useApp()
  const { data: awards = [] } = useJuryAwardsQuery({})
  const [recommend, { isLoading }] = useJuryRecommendMutation()
  const [awardId, setAwardId] = useState(info.award?.id)
  const isOpen = info.can_award && info.decision_status <= DECISION_STATUS.recommended
  if (!isOpen) return <p className={styles.note}>{t('own.closed')}</p>

  const send = async (award_id: string) => {
    const result = await recommend({ apply_order_id: info.apply_order_id, award_id })
    if ('error' in result) return
    void message.success(t('own.recommended'))
    onDecided()
  }
  return (
    <div className={styles.form}>
      <Select
        aria-label={t('own.level')}
        placeholder={t('own.level')}
        value={awardId ?? null}
        onChange={(value: string) => setAwardId(value)}
        options={awards.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button loading={isLoading} disabled={!awardId} onClick={() => awardId && void send(awardId)}>
        {t('own.recommend')}
      </Button>
    </div>
  )
}
