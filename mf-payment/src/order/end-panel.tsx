import { documents, documentsAdded, type PaymentOrder } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { accountPage, feePage, isEntryFee } from './fee-page.ts'
import { OrderFacts } from './order-facts.tsx'
import { openFile, useApiMutation } from '@awards/shared/client'
import { Button } from 'antd'
import styles from './order-view.module.css'
import type { EndState } from './order-state.ts'

/** Receipt and invoice of what was paid; the invoice follows the money by a moment. */
export function OrderDocuments({ order }: { order: PaymentOrder }) {
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
  const [entryInvoice, entryState] = useApiMutation(documents.printEntryFeeInvoice)
  const [packageInvoice, packageState] = useApiMutation(documents.printWinnerPackageFeeInvoice)
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
function ReceiptButton({ order_no }: Pick<PaymentOrder, 'order_no'>) {
  const { t } = useTranslation('payment')
  const [receipt, { isLoading }] = useApiMutation(documentsAdded.printReceipt)
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

/** The provider is awaited: another payment would be refused, so none is offered. */
const AWAITED: readonly string[] = ['closing', 'processing']

/** No money came, and the fee is open again. */
const REFUSED: readonly string[] = ['bounced', 'failed']

type EndPanelProps = { order: PaymentOrder; state: EndState | 'closing' | 'processing' }

/** An order that ended otherwise: what happened to the money, and what can be done. */
export function EndPanel({ order, state }: EndPanelProps) {
  const { t } = useTranslation('payment')
  return (
    <>
      <OrderFacts order={order} />
      <div className={styles.actions}>
        {REFUSED.includes(state) && (
          <LinkButton type="primary" size="large" to={feePage(order)}>
            {t('again')}
          </LinkButton>
        )}
        <LinkButton
          type={AWAITED.includes(state) ? 'primary' : 'default'}
          size="large"
          to={accountPage(order)}
        >
          {t('account')}
        </LinkButton>
        {state.includes('refund') && <ReceiptButton order_no={order.order_no} />}
        {(state.endsWith('refunded') || state === 'settled') && (
          <LinkButton size="large" to={paths.account('invoices')}>
            {t('papers.all')}
          </LinkButton>
        )}
        {state === 'review' && (
          <LinkButton size="large" to={paths.contact}>
            {t('contact')}
          </LinkButton>
        )}
      </div>
    </>
  )
}
