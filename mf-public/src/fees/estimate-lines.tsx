import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import type { Estimate } from './fee-estimate.ts'
import type { Plan } from './plan.ts'
import styles from './estimate-lines.module.css'

type EstimateLinesProps = {
  result: Estimate
  plan: Plan
  currency: string
  /** The same plan in the next period. */
  later: { total: number; from: string } | undefined
}

/** The sum, and how it comes about line by line. */
export function EstimateLines({ result, plan, currency, later }: EstimateLinesProps) {
  const { t } = useTranslation('public')
  const { date, money, number } = useFormat()
  const amount = (amount_minor: number) => money({ amount_minor, currency })
  const { ruling } = result
  const lines = [
    { term: t('fees.line.first', { count: plan.works }), detail: amount(result.first) },
    plan.further > 0 && {
      term: t('fees.line.additional', { count: plan.further }),
      detail: amount(result.further),
    },
    plan.offer && { term: t('fees.line.package'), detail: amount(result.offer) },
    { term: t('fees.line.net'), detail: amount(result.net) },
    {
      term: t('fees.line.vat', { rate: number(ruling.rate_percent) }),
      detail: amount(result.vat - (result.seats?.vat ?? 0)),
    },
    result.seats && {
      term: t('fees.line.seatsVat', { rate: number(result.seats.rate_percent) }),
      detail: amount(result.seats.vat),
    },
  ].filter((line) => line !== undefined && line !== false)
  return (
    <div className={styles.estimate} role="status">
      <h3 className={styles.heading}>{t('fees.line.total')}</h3>
      <p className={styles.sum}>{amount(result.total)}</p>
      {later && (
        <p className={styles.later}>
          {t('fees.later', { date: date(later.from), total: amount(later.total) })}
        </p>
      )}
      <dl className={styles.lines}>
        {lines.map(({ term, detail }) => (
          <div key={term} className={styles.line}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t(`fees.vatRule.${ruling.rule}`)}</p>
      {ruling.mention && (
        <p className={styles.note}>
          {t('fees.mention')} <q lang="fr">{ruling.mention}</q>
        </p>
      )}
      <p className={styles.note}>{t('fees.estimate')}</p>
    </div>
  )
}
