import { isErasedAddress } from '../privacy/erasure.policy.ts'
import { formatDay, formatMoney } from '../../lib/format.ts'
import type { AppContext } from '../../start/app-context.ts'
import { creditNotesService } from '../documents/credit-notes.service.ts'
import { issueInvoiceOnce } from '../documents/issue-invoice.ts'
import { expireOffers, payableEntriesRepository } from './checkout/payable-entries.repository.ts'
import { PAYMENT_JOBS, type CoreContext } from './orders/apply-payment.ts'
import { orderLinesRepository } from './orders/order-lines.repository.ts'
import { ordersRepository, payerRepository } from './orders/orders.repository.ts'
import { reconcileOrders } from './orders/reconcile.ts'
import type { Order } from './payment-types.ts'
import { runRefunds, refundAdditionalEntries } from './refunds/refunds.ts'
import { taxRecheck } from './tax/tax-recheck.ts'

const RECONCILE_SECONDS = 5
const REFUND_SECONDS = 5

type Template = 'payment_received' | 'payment_bounced' | 'payment_refunded' | 'bank_transfer'

/** Invoices and mails after a payment, and the periodic reconcile and refund jobs. */
export function paymentJobs(context: AppContext, core: CoreContext) {
  const { db, jobs, log } = context
  const creditNotes = creditNotesService(context)

  jobs.every(
    'payments.reconcile',
    RECONCILE_SECONDS,
    async () => void (await reconcileOrders(core)),
  )
  jobs.every('payments.refunds', REFUND_SECONDS, async () => void (await runRefunds(core)))

  jobs.handle(PAYMENT_JOBS.settled, async ({ order_no }) => {
    const order = await ordersRepository(db).find(String(order_no))
    if (!order) return
    await issueInvoiceOnce(db, context.clock, order)
    await sendMail(order, 'payment_received')
  })

  jobs.handle(PAYMENT_JOBS.alert, async ({ order_no, event, apply_order_id }) => {
    log.error('payments.attention', { order_no, what: event })
    const order = await ordersRepository(db).find(String(order_no))
    const isRefunded = event === 'duplicate' || event === 'second'
    if (order && isRefunded) await sendMail(order, 'payment_refunded', apply_order_id)
    if (isRefunded) await runRefunds(core)
  })

  jobs.handle(PAYMENT_JOBS.refunded, async ({ out_refund_no }) => {
    await creditNotes.issueForRefund(String(out_refund_no))
  })

  jobs.handle(PAYMENT_JOBS.transfer, async ({ order_no }) => {
    const order = await ordersRepository(db).find(String(order_no))
    if (order) await sendMail(order, 'bank_transfer')
  })

  jobs.handle(PAYMENT_JOBS.bounced, async ({ order_no }) => {
    const order = await ordersRepository(db).find(String(order_no))
    if (order) await sendMail(order, 'payment_bounced')
  })

  /** Writes about an order, or about the line of one entry, to the owner of the works and to the member who pays. */
  async function sendMail(order: Order, template: Template, entryId?: unknown) {
    const lines = await orderLinesRepository(db).of(order.order_no)
    const line = lines.find(({ apply_order_id }) => apply_order_id === entryId)
    const work = line && (await payableEntriesRepository(db).find(line.apply_order_id))
    const { time_zone } = await context.identity()
    const about = [template, order.order_no, ...(line ? [line.apply_order_id] : [])].join(':')
    const recipients = await payerRepository(db).recipients(order.order_no)
    for (const { email, language, is_owner, ...all } of recipients) {
      if (isErasedAddress(email)) continue
      const { entry_no, title } = work ?? all
      await context.mail.enqueue(db, {
        to: email,
        template,
        language,
        dedupeKey: is_owner ? about : `${about}:payer`,
        params: {
          reference: order.order_no,
          due: formatDay(order.expires_at, language, time_zone),
          entry_no,
          title,
          amount: formatMoney((line ?? order).amount_minor, order.currency, language),
        },
      })
    }
  }
}

const MINUTE = 60

/** Periodic jobs around prices: VAT re-checks, first-entry prices paid twice, offers that expire. */
export function taxJobs(context: AppContext) {
  const { db, clock, jobs } = context
  jobs.every('payments.tax_recheck', 10 * MINUTE, taxRecheck(context))
  jobs.every('payments.second_first', MINUTE, () => refundAdditionalEntries(context))
  jobs.every('payments.offers', 10 * MINUTE, () => expireOffers(db, clock()))
}
