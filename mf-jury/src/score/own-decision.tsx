import type { JurorEntryInfo } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import { DecisionTag } from '../common/decision-tag.tsx'
import { Figures } from '../common/figures.tsx'
import { Confirmation } from './confirmation.tsx'
import styles from './own-decision.module.css'
import { Recommendation } from './recommendation.tsx'
import { useQueue } from './use-queue.ts'

type OwnDecisionProps = { info: JurorEntryInfo; level: 2 | 3; onDecided: () => void }

/** What the others say, now that the own score is in; and the word the juror has in the decision. */
export function OwnDecision({ info, level, onDecided }: OwnDecisionProps) {
  const { t } = useTranslation('jury')
  const { data } = useQueue(level, { keyword: info.judging_no, edition_id: info.edition.id })
  const row = data?.list.find(({ apply_order_id }) => apply_order_id === info.apply_order_id)
  return (
    <section className={styles.decision} aria-labelledby="decision-title">
      <h2 id="decision-title" className={styles.heading}>
        {t('own.title')}
      </h2>
      {row && <Figures title={t('figures.first')} figures={row.first_level} />}
      {row && level === 3 && <Figures title={t('figures.second')} figures={row.second_level} />}
      <div className={styles.award}>
        <DecisionTag award={info.award} status={info.decision_status} />
      </div>
      {level === 2 && <Recommendation info={info} onDecided={onDecided} />}
      {level === 3 && <Confirmation info={info} onDecided={onDecided} />}
    </section>
  )
}
