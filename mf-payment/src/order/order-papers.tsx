import { openFile } from '@awards/shared/client'
import type { PaymentOrder } from '@awards/shared/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  usePaidEntryInvoiceMutation,
  usePaidPackageInvoiceMutation,
  useReceiptMutation,
} from '../payment.api.ts'
import { isEntryFee } from './fee-page.ts'
import styles from './paid-panel.module.css'

/** Receipt and invoice of what was paid; the invoice follows the money by a moment. */
export function OrderPapers({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation('payment')
  const { invoice_no } = order
  return (
    <>
      <InvoiceButton order={order} isMade={invoice_no !== null} />
      <ReceiptButton order_no={order.order_no} />
      <p role="status" className={styles.papers}>
        {invoice_no === null && t('papers.making')}
        {invoice_no && t('papers.number', { number: invoice_no })}
      </p>
    </>
  )
}

/** Opens a file; a refusal is shown by the catalogue of errors. */
async function show(link: Promise<{ url: string }>) {
  const file = await link.catch(() => undefined)
  if (file) openFile(file.url)
}

function InvoiceButton({ order, isMade }: { order: PaymentOrder; isMade: boolean }) {
  const { t } = useTranslation('payment')
  const { apply_order_id } = order
  const [entryInvoice, entryState] = usePaidEntryInvoiceMutation()
  const [packageInvoice, packageState] = usePaidPackageInvoiceMutation()
  const print = isEntryFee(order) ? entryInvoice : packageInvoice
  return (
    <Button
      size="large"
      loading={entryState.isLoading || packageState.isLoading}
      disabled={!isMade}
      onClick={() => void show(print({ apply_order_id }).unwrap())}
    >
      {t('papers.invoice')}
    </Button>
  )
}

/** The receipt of a payment, which also says what was sent back. */
export function ReceiptButton({ order_no }: Pick<PaymentOrder, 'order_no'>) {
  const { t } = useTranslation('payment')
  const [receipt, { isLoading }] = useReceiptMutation()
  return (
    <Button
      size="large"
      loading={isLoading}
      onClick={() => void show(receipt({ order_no }).unwrap())}
    >
      {t('papers.receipt')}
    </Button>
  )
}
