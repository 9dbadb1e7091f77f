import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import type { Estimate } from './fee-estimate.ts'
import styles from './estimate-lines.module.css'

type EstimateLinesProps = {
  result: Estimate
  currency: string
  /** The same plan in the next period. */
  later: { total: number; from: string } | undefined
}

/** The sum, line by line. */
export function EstimateLines({ result, currency, later }: EstimateLinesProps) {
  const { t } = useTranslation('public')
  const { date, money, number } = useFormat()
  const amount = (amount_minor: number) => money({ amount_minor, currency })
  const lines = [
    { term: t('fees.line.first'), detail: amount(result.first) },
    result.additionalCount > 0 && {
      term: t('fees.line.additional', { count: result.additionalCount }),
      detail: amount(result.additional),
    },
    result.package > 0 && { term: t('fees.line.package'), detail: amount(result.package) },
    {
      term: t('fees.line.vat', { rate: number(result.ruling.rate_percent) }),
      detail: amount(result.vat),
    },
  ].filter((line) => line !== false)
  return (
    <div className={styles.estimate} aria-live="polite">
      <dl>
        {lines.map(({ term, detail }) => (
          <div key={term} className={styles.line}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{t('fees.line.total')}</dt>
          <dd className={styles.sum}>{amount(result.total)}</dd>
        </div>
      </dl>
      {result.ruling.mention && (
        <p className={styles.note} lang="fr">
          {result.ruling.mention}
        </p>
      )}
      {later && (
        <p className={styles.note}>
          {t('fees.later', { date: date(later.from), total: amount(later.total) })}
        </p>
      )}
      <p className={styles.note}>{t('fees.estimate')}</p>
    </div>
  )
}
