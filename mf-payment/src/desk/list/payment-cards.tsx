import type { PaymentRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { Amount } from '../common/amount.tsx'
import { PayerAndWork, PaymentState, RowLink } from './row-parts.tsx'
import styles from './payment-cards.module.css'

/** The payments as cards, for a telephone. */
export function PaymentCards({ rows }: { rows: PaymentRow[] }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  return (
    <ul className={styles.cards} role="list">
      {rows.map((row) => (
        <li key={row.order_no} className={styles.card}>
          <div className={styles.head}>
            <PayerAndWork row={row} />
            <span className={styles.amount}>
              <Amount minor={row.amount} currency={row.currency} />
              {row.refunded > 0 && (
                <small className={styles.back}>
                  <Amount minor={-row.refunded} currency={row.currency} />
                </small>
              )}
            </span>
          </div>
          <p className={styles.facts}>
            <time dateTime={row.paid_at ?? row.created_at}>
              {format.date(row.paid_at ?? row.created_at, 'short')}
            </time>
            <span>{t(`channel.${row.channel}`)}</span>
            {row.invoice_no && <span>{row.invoice_no}</span>}
          </p>
          <div className={styles.foot}>
            <PaymentState row={row} />
            <RowLink row={row} />
          </div>
        </li>
      ))}
    </ul>
  )
}
