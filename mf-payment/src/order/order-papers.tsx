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

/** A refusal is shown by the catalogue of errors. */
async function show(link: Promise<{ url: string }>) {
  const file = await link.catch(() => undefined)
  if (file) openFile(file.url)
}

/** Receipt and invoice of what was paid; the invoice follows the money by a moment. */
export function OrderPapers({ order }: { order: PaymentOrder }) {
  const { t } = useTranslation('payment')
  const { apply_order_id, order_no, invoice_no } = order
  const [entryInvoice, entryState] = usePaidEntryInvoiceMutation()
  const [packageInvoice, packageState] = usePaidPackageInvoiceMutation()
  const [receipt, receiptState] = useReceiptMutation()
  const printInvoice = isEntryFee(order) ? entryInvoice : packageInvoice
  const isMade = invoice_no !== null
  return (
    <>
      <Button
        size="large"
        loading={entryState.isLoading || packageState.isLoading}
        disabled={!isMade}
        onClick={() => void show(printInvoice({ apply_order_id }).unwrap())}
      >
        {t('papers.invoice')}
      </Button>
      <Button
        size="large"
        loading={receiptState.isLoading}
        onClick={() => void show(receipt({ order_no }).unwrap())}
      >
        {t('papers.receipt')}
      </Button>
      <p role="status" className={styles.papers}>
        {!isMade && t('papers.making')}
        {invoice_no && t('papers.number', { number: invoice_no })}
      </p>
    </>
  )
}
