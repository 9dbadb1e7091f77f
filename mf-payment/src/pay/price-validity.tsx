import type { Quote } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { TimeLeft } from '../common/time-left.tsx'
import { useMoney } from '../common/use-money.ts'
import styles from './price-validity.module.css'
import type { PriceChange } from './use-price-change.ts'

type PriceValidityProps = { quote: Quote; change: PriceChange | undefined }

/** Which price it is, how long it is held, what comes after it, and whether it has just changed. */
export function PriceValidity({ quote, change }: PriceValidityProps) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const money = useMoney(quote.currency)
  const { next_period, period_name, expires_at } = quote
  return (
    <>
      <div role="status">
        {change && (
          <p className={styles.change}>
            {t('price.changed', { from: money(change.from), to: money(change.to) })}
          </p>
        )}
      </div>
      <p className={styles.validity}>
        <span>
          {t('price.held', { period: period_name })} <TimeLeft until={expires_at} />
        </span>
        <span>{t('price.after')}</span>
        {next_period && (
          <span>
            {t('price.next', {
              date: format.date(next_period.starts_at),
              price: money(next_period.amount),
            })}
          </span>
        )}
      </p>
    </>
  )
}
