import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import type { callState } from './call-state.ts'
import styles from './call-strip.module.css'

type CallPriceProps = { call: ReturnType<typeof callState>; currency: string }

/** The lowest price of the period, and from when on it is higher. */
export function CallPrice({ call, currency }: CallPriceProps) {
  const { t } = useTranslation('public')
  const { date, money } = useFormat()
  const { period, next, lowest, nextLowest } = call
  const amount = lowest ?? nextLowest
  if (amount === undefined) return null
  return (
    <div>
      <p className={styles.label}>
        {period ? t('call.period', { period: period.name }) : t('call.from')}
      </p>
      <p className={styles.price}>
        {t('call.price', { price: money({ amount_minor: amount, currency }) })}
      </p>
      {period && next && nextLowest !== undefined && (
        <p className={styles.note}>
          {t('call.nextPrice', {
            date: date(next.starts_at),
            price: money({ amount_minor: nextLowest, currency }),
          })}
        </p>
      )}
    </div>
  )
}
