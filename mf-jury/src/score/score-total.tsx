import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import styles from './score-total.module.css'

type ScoreTotalProps = { total: number; marked: number; of: number; isDraft: boolean }

/** The total as it grows, on 100. */
export function ScoreTotal({ total, marked, of, isDraft }: ScoreTotalProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const number = format.number(total, { maximumFractionDigits: 1 })
  return (
    <p className={styles.total} role="status" aria-label={t('score.total', { total: number })}>
      <span className={marked === 0 ? styles.empty : styles.number}>{number}</span>
      <span className={styles.of}>/ 100</span>
      <span className={styles.state}>
        {marked < of
          ? t('score.marked', { marked, of })
          : isDraft
            ? t('score.isDraft')
            : t('score.isSubmitted')}
      </span>
    </p>
  )
}
