import { useFormat } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount } from '../common/amount.tsx'
import { RefundTag } from '../common/payment-tag.tsx'
import { ConfirmRefund } from './confirm-refund.tsx'
import styles from './rows.module.css'
import type { Payment } from './payment-history.tsx'

/** What was sent back, or is on its way; a transfer waits for the word of a person. */
export function PaymentRefunds({ payment }: { payment: Payment }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  const [asked, setAsked] = useState<string>()
  return (
    <ul className={styles.rows} role="list">
      {payment.refunds.map((refund) => {
        const isOpen = refund.status === 'requested' || refund.status === 'processing'
        const isOurs = payment.channel === 'bank_transfer' && isOpen
        return (
          <li key={refund.out_refund_no} className={styles.row}>
            <span className={styles.what}>
              <span>{refund.is_automatic ? t('refund.automatic') : refund.reason}</span>
              <small className={styles.note}>
                {format.date(refund.created_at, 'datetime')}
                {refund.requested_by && ` · ${refund.requested_by}`}
              </small>
              <small className={styles.note}>{refund.out_refund_no}</small>
            </span>
            <span className={styles.side}>
              <Amount minor={-refund.amount_minor} currency={payment.currency} />
              <RefundTag status={refund.status} />
            </span>
            {isOurs && asked !== refund.out_refund_no && (
              <Button onClick={() => setAsked(refund.out_refund_no)}>{t('refund.sent')}</Button>
            )}
            {isOurs && asked === refund.out_refund_no && (
              <div className={styles.full}>
                <ConfirmRefund number={asked} onDone={() => setAsked(undefined)} />
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
