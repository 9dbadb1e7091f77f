import type { money, Output } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { Amount } from './amount.tsx'
import styles from './payment-history.module.css'

export type Payment = Output<typeof money.payment>

/** What happened when, through whom, under which number; oldest first. */
export function PaymentHistory({ payment }: { payment: Payment }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  return (
    <ol className={styles.events} role="list">
      {payment.timeline.map(({ moment, at, by, amount_minor, reference }, index) => (
        <li key={`${moment} ${at} ${index}`} className={styles.event}>
          <p className={styles.what}>
            <span>{t(`history.moment.${moment}`)}</span>
            {amount_minor !== null && <Amount minor={amount_minor} currency={payment.currency} />}
          </p>
          <p className={styles.facts}>
            <time dateTime={at}>{format.date(at, 'datetime')}</time>
            <span>{t(`history.by.${by}`)}</span>
            {reference && <span className={styles.reference}>{reference}</span>}
          </p>
        </li>
      ))}
    </ol>
  )
}
