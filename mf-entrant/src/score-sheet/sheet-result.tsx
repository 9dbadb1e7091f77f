import type { ScoreSheet } from '@awards/shared/contract'
import { COMPARED_FROM } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { AwardMark } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './score-sheet.module.css'

/** The score in large, the award, and where the entry stands among the others of its category. */
export function SheetResult({ sheet }: { sheet: ScoreSheet }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { award, final_score: score, percentile, entries_in_category: count } = sheet
  const percent = format.number((percentile ?? 0) / 100, { style: 'percent' })
  return (
    <section className={styles.result} aria-label={t('scores.final')}>
      {score === null ? (
        <p className={styles.noScore}>{t('scores.noScore')}</p>
      ) : (
        <p className={styles.score}>
          <span className={styles.label}>{t('scores.final')}</span>{' '}
          <span className={styles.figure}>{format.number(score, DIGITS)}</span>{' '}
          <span className={styles.of}>{t('scores.of100')}</span>
        </p>
      )}
      <div className={styles.standing}>
        <p className={styles.award}>
          {award ? <AwardMark code={award.code} name={award.name} /> : t('scores.notAwarded')}
        </p>
        {percentile !== null && <p>{t('scores.percentile', { percent })}</p>}
        <p className={styles.quiet}>{t('scores.compared', { count })}</p>
        {count < COMPARED_FROM && <p className={styles.quiet}>{t('scores.fewEntries')}</p>}
      </div>
    </section>
  )
}

const DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
