import { next, PAYMENT_MACHINE, PAYMENT_STATUS, vatAmount } from '@awards/shared/domain'
import { inParallel } from '../../../lib/concurrency.ts'
import { formatMoney } from '../../../lib/localised.ts'
import type { Db } from '../../../db/database.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { alertsRepository } from '../alerts.repository.ts'
import {
  feeStatus,
  nextFee,
  PAYMENT_JOBS,
  type CoreContext,
  type Source,
} from '../orders/apply-payment.ts'
import {
  lockOrder,
  orderLinesRepository,
  type LockedLine,
  type LockedOrder,
} from '../orders/order-lines.repository.ts'
import { ordersRepository } from '../orders/orders.repository.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order } from '../payment-types.ts'
import type { RefundState } from '../channels/provider.ts'
import {
  refundsRepository,
  type Refund,
  overpaidEntriesRepository,
  type OverpaidEntry,
} from './refunds.repository.ts'
import { z } from 'zod'
import { pricesRepository, quoteCodesRepository } from '../prices/prices.repository.ts'
import { reductionOf } from '../prices/quotes.service.ts'
import { requestRefundOf } from './refund-request.ts'
import { DAY_MS, MINUTE_MS, timeLimit } from '../../../lib/time.ts'

const BATCH = 50
const AT_ONCE = 5
const RETRY_DELAYS_SECONDS = [5, 10, 30, 60, 120, 300, 600, 1_800, 3_600]

/**
 * The refund job: sends due refunds to their providers and applies the result. Safe in several processes. While a provider
 * hangs, what a minute does not suffice for is left to the next run.
 */
export async function runRefunds(context: CoreContext): Promise<number> {
  const isOver = timeLimit(MINUTE_MS)
  const due = await refundsRepository(context.db).claimDue(context.clock(), BATCH)
  await inParallel(due, AT_ONCE, async (refund) => {
    if (!isOver()) await sendRefund(context, refund)
  })
  return due.length
}

async function sendRefund(context: CoreContext, refund: Refund) {
  const order = await ordersRepository(context.db).find(refund.order_no)
  const provider = order && context.providers[order.channel]
  if (!provider) return
  const paid_minor = await ordersRepository(context.db).amountPaid(order, refund.provider_txn)
  const seen = await provider.refund(order, { ...refund, paid_minor }).catch(() => undefined)
  if (seen) await applyRefund(context, refund.out_refund_no, seen, { source: 'refund' })
  const seconds =
    RETRY_DELAYS_SECONDS[Math.min(refund.checks, RETRY_DELAYS_SECONDS.length) - 1] ?? 5
  const later = new Date(context.clock().getTime() + seconds * 1_000)
  await refundsRepository(context.db).checkAgain(refund.out_refund_no, later)
}

/** Applies the state of a refund as reported by a provider or a juror; idempotent. */
export const applyRefund = (
  context: Pick<CoreContext, 'db' | 'clock' | 'jobs'>,
  outRefundNo: string,
  seen: RefundState,
  from: Source,
): Promise<boolean> =>
  context.db.transaction().execute((trx) => applyRefundIn(trx, context, outRefundNo, seen, from))

/** `applyRefund` in the caller's transaction; `evidence` proves a transfer. True if it changed something. */
export async function applyRefundIn(
  trx: Db,
  { clock, jobs }: Pick<CoreContext, 'clock' | 'jobs'>,
  outRefundNo: string,
  seen: RefundState,
  from: Source & { evidence?: object },
): Promise<boolean> {
  const refunds = refundsRepository(trx)
  const known = await refunds.find(outRefundNo)
  const locked = known && (await lockOrder(trx, known.order_no))
  if (!locked) return false
  const { order } = locked
  const refund = await refunds.lock(outRefundNo)
  if (!refund || refund.status === seen) return false
  const at = clock()
  if (seen === 'failed') await raiseFailure(trx, jobs, { order, refund, at })
  // `succeeded` is final, and `failed` resumes only with a new request.
  const isOver =
    refund.status === 'succeeded' || (refund.status === 'failed' && seen === 'processing')
  if (isOver) return false
  await refunds.move(outRefundNo, seen, at, from.evidence)
  if (seen !== 'succeeded') return true

  await ordersRepository(trx).record({
    order_no: order.order_no,
    kind: 'refund',
    channel: order.channel,
    provider_txn: outRefundNo,
    amount_minor: refund.amount_minor,
    currency: order.currency,
    source: from.source,
    by_user_id: from.by_user_id ?? null,
    at,
  })
  await auditRepository(trx).record(null, 'payment.refunded', order.order_no, {
    after: { amount_minor: refund.amount_minor, currency: order.currency, source: from.source },
  })
  await jobs.enqueue(
    trx,
    PAYMENT_JOBS.refunded,
    { out_refund_no: outRefundNo },
    { key: outRefundNo },
  )
  await finishRefund(trx, locked, refund, { from, at })
  return true
}

/** Marks what is refunded in full: the lines that the refund is for, and the order once all of it is back. */
async function finishRefund(
  trx: Db,
  { order, lines }: LockedOrder,
  refund: Refund,
  { from, at }: { from: Source; at: Date },
) {
  const orders = ordersRepository(trx)
  const refunds = refundsRepository(trx)
  const { order_no } = order
  const isOrderBack = await refunds.isFullyRefunded(order_no)
  for (const one of lines) {
    const { apply_order_id } = one.line
    const isOwn = refund.apply_order_id === apply_order_id
    const isBack = isOrderBack || (isOwn && (await refunds.isFullyRefunded(order_no, one.line)))
    if (isBack) await finishLine(trx, order, one, at)
  }
  const status = next(PAYMENT_MACHINE, order.status, 'confirm_refund')
  if (!isOrderBack || status === undefined) return
  const by = from.by_user_id ? 'organiser' : 'provider'
  await orders.move(order_no, order.status, { status }, { by, at })
}

/** Marks a line as refunded, and its fee if the line had paid it; a duplicate or a wrong amount never has. */
async function finishLine(trx: Db, order: Order, { entry, line }: LockedLine, at: Date) {
  const { order_no, fee_type } = order
  if (line.status !== PAYMENT_STATUS.refunding) return
  await orderLinesRepository(trx).move(line, PAYMENT_STATUS.refunded)
  const fee = nextFee(fee_type, feeStatus(entry, fee_type), 'refund_done')
  const hasPaidIt = !line.is_duplicate && (await ordersRepository(trx).hasSettled(order_no))
  if (fee === undefined || !hasPaidIt) return
  const entries = payableEntriesRepository(trx)
  await entries.updateVersion(entry.id, { [feeColumn(fee_type)]: fee })
  await entries.event(entry.id, 'fee_refunded', order_no, at)
}

async function raiseFailure(
  trx: Db,
  jobs: CoreContext['jobs'],
  { order, refund, at }: { order: Order; refund: Refund; at: Date },
) {
  const { order_no, currency } = order
  const amount = formatMoney(refund.amount_minor, currency, 'en')
  const detail = `${amount} · ${refund.out_refund_no}`
  await alertsRepository(trx).raise({ code: 'REFUND_FAILED', order_no, detail, at })
  const key = `refund_failed:${refund.out_refund_no}`
  await jobs.enqueue(trx, PAYMENT_JOBS.alert, { order_no, event: 'refund_failed' }, { key })
}

const REASON =
  'Another entry of the project was paid at the same time: this one is a further category'
const LOOK_BACK_MS = 7 * DAY_MS
const QuotedTerms = z.object({
  period: z.string(),
  vat_rate: z.number(),
  code: z.string().nullish(),
})

type Context = Pick<CoreContext, 'db' | 'clock'>

/**
 * Two entries of a project that are paid at once are both quoted as the first, since a quote stays valid
 * for a while. Refunds the later payment's difference to the price of a further category.
 */
export async function refundAdditionalEntries(context: Context): Promise<void> {
  const since = new Date(context.clock().getTime() - LOOK_BACK_MS)
  const orders = await overpaidEntriesRepository(context.db).list(since, REASON)
  for (const order of orders) await refundDifference(context, order)
}

async function refundDifference({ db, clock }: Context, order: OverpaidEntry) {
  const additional = await additionalPrice({ db, clock }, order)
  if (additional === undefined) return
  await db.transaction().execute(async (trx) => {
    const lines = orderLinesRepository(trx)
    const line = await lines.find(order.order_no, order.apply_order_id)
    const left = await refundsRepository(trx).refundable(order.order_no, line)
    // After a partial refund the difference shrinks in proportion.
    const amount_minor = Math.round((left * (order.amount_minor - additional)) / order.amount_minor)
    if (amount_minor <= 0) return
    await requestRefundOf(trx, order, {
      entryId: order.apply_order_id,
      amount_minor,
      reason: REASON,
      by_user_id: null,
      at: clock(),
    })
  })
}

/** The entry's price as a further category, in the fee period of its quote. */
async function additionalPrice({ db, clock }: Context, order: OverpaidEntry) {
  const { data: quoted } = QuotedTerms.safeParse(order.quote)
  if (!quoted) return undefined
  const prices = pricesRepository(db)
  const period = (await prices.periods(order.edition_id)).find(({ code }) => code === quoted.period)
  const list = period && (await prices.price(period.id, order.section_id, 'additional'))
  if (list === undefined) return undefined
  const codes = quoteCodesRepository(db)
  const discount = quoted.code
    ? await codes.find(quoted.code, order.apply_order_id, clock())
    : undefined
  const net = list - reductionOf(list, discount)
  return net + vatAmount(net, quoted.vat_rate)
}
