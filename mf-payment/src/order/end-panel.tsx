import { documents, documentsAdded, type PaymentOrder } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { Button, LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { accountPage, feePage, isEntryFee, type EndState } from './payment-order.ts'
import { OrderFacts } from './order-facts.tsx'
import { openFile, useApiMutation } from '@awards/shared/client'
import styles from './order-view.module.css'

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

type Links = { url: string; page_url: string }
type PaperButtonsProps = {
  paper: 'invoice' | 'receipt'
  print: () => Promise<Links>
  isBusy: boolean
  isMade?: boolean
}

/** A paper as a PDF, and the same as a web page; a refusal is shown by the catalogue of errors. */
function PaperButtons({ paper, print, isBusy, isMade = true }: PaperButtonsProps) {
  const { t } = useTranslation('payment')
  const open = async (kind: keyof Links) => {
    const file = await print().catch(() => undefined)
    if (file) openFile(file[kind])
  }
  return (
    <>
      <Button size="large" loading={isBusy} disabled={!isMade} onClick={() => void open('url')}>
        {t(`papers.${paper}`)}
      </Button>
      <Button
        type="text"
        size="large"
        disabled={!isMade || isBusy}
        onClick={() => void open('page_url')}
      >
        {t(`papers.${paper}Page`)}
      </Button>
    </>
  )
}

function InvoiceButton({ order, isMade }: { order: PaymentOrder; isMade: boolean }) {
  const { apply_order_id } = order
  const [entryInvoice, entryState] = useApiMutation(documents.printEntryFeeInvoice)
  const [packageInvoice, packageState] = useApiMutation(documents.printWinnerPackageFeeInvoice)
  const print = isEntryFee(order) ? entryInvoice : packageInvoice
  return (
    <PaperButtons
      paper="invoice"
      isBusy={entryState.isLoading || packageState.isLoading}
      isMade={isMade}
      print={() => print({ apply_order_id }).unwrap()}
    />
  )
}

/** The receipt of a payment, which also says what was sent back. */
function ReceiptButton({ order_no }: Pick<PaymentOrder, 'order_no'>) {
  const [receipt, { isLoading }] = useApiMutation(documentsAdded.printReceipt)
  const print = () => receipt({ order_no }).unwrap()
  return <PaperButtons paper="receipt" isBusy={isLoading} print={print} />
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
