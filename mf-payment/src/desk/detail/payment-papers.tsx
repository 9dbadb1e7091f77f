import { openFile } from '@awards/shared/client'
import { FEE_TYPE } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Amount } from '../common/amount.tsx'
import { useDeskEntryInvoiceMutation, useDeskPackageInvoiceMutation } from '../desk.api.ts'
import styles from './rows.module.css'
import type { Payment } from './payment-history.tsx'

/** Invoices and credit notes of a payment; the invoice opens as its payer has it. */
export function PaymentPapers({ payment }: { payment: Payment }) {
  const { t } = useTranslation('books')
  const format = useFormat()
  const [printEntry, entry] = useDeskEntryInvoiceMutation()
  const [printPackage, winner] = useDeskPackageInvoiceMutation()
  const open = async () => {
    const print = payment.fee_type === FEE_TYPE.entry ? printEntry : printPackage
    const answer = await print({ apply_order_id: payment.apply_order_id })
    if (!('error' in answer)) openFile(answer.data?.url)
  }
  return (
    <>
      <ul className={styles.rows} role="list">
        {payment.documents.map(({ invoice_id, number, kind, amount, issued_at }) => (
          <li key={invoice_id} className={styles.row}>
            <span className={styles.what}>
              <span>
                {t(`papers.kind.${kind}`)} {number}
              </span>
              <small className={styles.note}>{format.date(issued_at)}</small>
            </span>
            <Amount minor={amount} currency={payment.currency} />
          </li>
        ))}
      </ul>
      {payment.invoice_no && (
        <Button
          className={styles.action ?? ''}
          loading={entry.isLoading || winner.isLoading}
          onClick={() => void open()}
        >
          {t('papers.open')}
        </Button>
      )}
    </>
  )
}
