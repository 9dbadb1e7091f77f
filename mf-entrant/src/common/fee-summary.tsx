import type { Quote } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import styles from './common.module.css'

/** The price of an entry, how it comes about and when it changes. */
export function FeeSummary({ quote }: { quote: Quote }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const { currency, next_period } = quote
  const money = (amount_minor: number) => format.money({ amount_minor, currency })
  return (
    <div className={styles.fee}>
      <p className={styles.amount}>{money(quote.amount)}</p>
      <p className={styles.note}>
        {t(quote.vat_amount > 0 ? 'fee.detail' : 'fee.untaxed', {
          net: money(quote.amount_ht),
          vat: money(quote.vat_amount),
          rate: quote.vat_rate,
          period: quote.period_name,
        })}
      </p>
      {next_period && (
        <p className={styles.note}>
          {t('fee.next', {
            date: format.date(next_period.starts_at),
            price: money(next_period.amount),
          })}
        </p>
      )}
    </div>
  )
}
