import { z } from 'zod'
import { taxedPrice } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { formatDay, formatMoney } from '../../lib/localised.ts'
import { DAY_MS, MINUTE_MS, timeLimit } from '../../lib/time.ts'
import type { AppContext } from '../../start/app-context.ts'
import { creditNotesService } from '../documents/credit-notes.service.ts'
import { documentsRepository } from '../documents/documents.repository.ts'
import { buyerOfInvoice, issueInvoiceOnce } from '../documents/issue-invoice.ts'
import { isErasedAddress } from '../privacy/erasure.policy.ts'
import { expireOffers, payableEntriesRepository } from './checkout/payable-entries.repository.ts'
import { PAYMENT_JOBS, type CoreContext } from './orders/apply-payment.ts'
import { orderLinesRepository, lockOrder } from './orders/order-lines.repository.ts'
import { ordersRepository, payerRepository } from './orders/orders.repository.ts'
import { reconcileOrders } from './orders/reconcile.ts'
import type { Order } from './payment-types.ts'
import { requestRefundOf } from './refunds/refund-request.ts'
import { refundsRepository } from './refunds/refunds.repository.ts'
import { runRefunds, refundAdditionalEntries } from './refunds/refunds.ts'
import { taxRecheckRepository } from './tax/vat-checks.repository.ts'
import { vatToCheck, vatChecksService, provenBuyer } from './tax/vat-checks.service.ts'

const RECONCILE_SECONDS = 5
const REFUND_SECONDS = 5

/** What asks payment services or VIES: while one of them hangs, invoices, mails and alerts go on. */
const PROVIDERS = { lane: 'providers' } as const

type Template = 'payment_received' | 'payment_bounced' | 'payment_refunded' | 'bank_transfer'

/** Invoices and mails after a payment, and the periodic reconcile and refund jobs. */
export function paymentJobs(context: AppContext, core: CoreContext) {
  const { db, jobs, log } = context
  const creditNotes = creditNotesService(context)

  jobs.every(
    'payments.reconcile',
    RECONCILE_SECONDS,
    async () => void (await reconcileOrders(core)),
    PROVIDERS,
  )
  jobs.every(
    'payments.refunds',
    REFUND_SECONDS,
    async () => void (await runRefunds(core)),
    PROVIDERS,
  )

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

const TAX_REFUND_REASON = 'The VAT number was confirmed after the payment'
/**
 * For so long after a correction the number on the invoice is checked again. An upgrade finds corrections of years: their
 * tax is declared and their books are closed, so that no job corrects them and pays the tax back by itself.
 */
const CORRECTED_MS = 30 * DAY_MS
const NetPrices = z.object({ amount_ht: z.int(), event_amount_ht: z.int().default(0) })

/**
 * Re-checks a VAT number a day after a payment with tax for which VIES was unavailable (domain page
 * §2.9). If it is valid, replaces the invoice by one without tax and refunds the tax. The number is that of the
 * invoice in force: its address may have been corrected since the payment, and its buyer owes the tax.
 */
export function taxRecheck(context: AppContext) {
  const { db, clock, log } = context
  const vatChecks = vatChecksService(context)
  const creditNotes = creditNotesService(context)

  async function recheck(order: Order): Promise<void> {
    const invoice = await documentsRepository(db).invoiceOfOrder(order.order_no)
    if (!invoice) throw new Error(`Order ${order.order_no} has no invoice yet`)
    const given = buyerOfInvoice(invoice.document)
    const question = vatToCheck(given)
    const outcome = question ? (await vatChecks.check(null, question)).status : 'invalid'
    const record = () => taxRecheckRepository(db).record(order.order_no, outcome, clock())
    if (outcome !== 'valid') return void (await record())

    const hasOpenRefund = async (at: Db) =>
      (await refundsRepository(at).unsettledOf(order.order_no)).length > 0
    const { amount_ht, event_amount_ht } = NetPrices.parse(order.quote)
    const { buyer } = await provenBuyer(db, clock(), given)
    const taxed = taxedPrice(amount_ht, event_amount_ht, buyer, order.paid_at ?? clock())
    // Waits for open refunds: the tax is that of what remains after them.
    if (await hasOpenRefund(db)) return
    // Corrects the invoice before the refund, whose own credit note then finds nothing left to credit.
    await creditNotes.invoiced(order.order_no)
    await creditNotes.reissue(order.order_no, { vat: taxed.lines, invoiceId: invoice.id }, 'vat')
    const invoiced = await creditNotes.invoiced(order.order_no)
    await db.transaction().execute(async (trx) => {
      const locked = await lockOrder(trx, order.order_no)
      if (!locked || (await hasOpenRefund(trx))) return
      for (const { line } of locked.lines) {
        const isAlone = locked.lines.length === 1
        const left = await refundsRepository(trx).refundable(order.order_no, line)
        const amount_minor = left - invoiced(isAlone ? undefined : line.apply_order_id)
        if (amount_minor <= 0) continue
        await requestRefundOf(trx, order, {
          entryId: line.apply_order_id,
          amount_minor,
          reason: TAX_REFUND_REASON,
          by_user_id: null,
          at: clock(),
        })
      }
      await taxRecheckRepository(trx).record(order.order_no, outcome, clock())
    })
  }

  return async function recheckTaxes(): Promise<void> {
    const isOver = timeLimit(MINUTE_MS)
    const ago = (ms: number) => new Date(clock().getTime() - ms)
    const due = await taxRecheckRepository(db).due(ago(DAY_MS), ago(CORRECTED_MS))
    for (const order of due) {
      if (isOver()) return
      await recheck(order).catch((error: unknown) => {
        log.error('payments.tax_recheck_failed', { order_no: order.order_no, error })
      })
    }
  }
}

const MINUTE = 60

/** Periodic jobs around prices: VAT re-checks, first-entry prices paid twice, offers that expire. */
export function taxJobs(context: AppContext) {
  const { db, clock, jobs } = context
  jobs.every('payments.tax_recheck', 10 * MINUTE, taxRecheck(context), PROVIDERS)
  jobs.every('payments.second_first', MINUTE, () => refundAdditionalEntries(context))
  jobs.every('payments.offers', 10 * MINUTE, () => expireOffers(db, clock()))
}
