import { next, PAYMENT_MACHINE } from '@awards/shared/domain'
import { inParallel } from '../../../lib/concurrency.ts'
import { formatMoney } from '../../../lib/format.ts'
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
import { ordersRepository } from '../orders/orders.repository.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order } from '../payment-types.ts'
import type { RefundState } from '../channels/provider.ts'
import { refundsRepository, type Refund } from './refunds.repository.ts'

const BATCH = 50
const AT_ONCE = 5
const RETRY_DELAYS_SECONDS = [5, 10, 30, 60, 120, 300, 600, 1_800, 3_600]

/** The refund job: sends due refunds to their providers and applies the result. Safe in several processes. */
export async function runRefunds(context: CoreContext): Promise<number> {
  const due = await refundsRepository(context.db).claimDue(context.clock(), BATCH)
  await inParallel(due, AT_ONCE, (refund) => sendRefund(context, refund))
  return due.length
}

async function sendRefund(context: CoreContext, refund: Refund) {
  const order = await ordersRepository(context.db).find(refund.order_no)
  const provider = order && context.providers[order.channel]
  if (!provider) return
  const seen = await provider.refund(order, refund).catch(() => undefined)
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
  const orders = ordersRepository(trx)
  const known = await refunds.find(outRefundNo)
  const order = known && (await orders.find(known.order_no))
  if (!order) return false
  const entry = await payableEntriesRepository(trx).lock(order.apply_order_id)
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

  await orders.record({
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
  if (await refunds.isFullyRefunded(order.order_no)) {
    await finishRefund(trx, order.order_no, entry.id, { from, at })
  }
  return true
}

/** Marks a fully refunded order as refunded, and its fee too if the order had paid it. */
async function finishRefund(
  trx: Db,
  orderNo: string,
  entryId: string,
  { from, at }: { from: Source; at: Date },
) {
  const orders = ordersRepository(trx)
  const entries = payableEntriesRepository(trx)
  const order = await orders.lock(orderNo)
  const status = order && next(PAYMENT_MACHINE, order.status, 'confirm_refund')
  if (!order || status === undefined) return
  const by = from.by_user_id ? 'organiser' : 'provider'
  await orders.move(orderNo, order.status, { status }, { by, at })
  const entry = await entries.lock(entryId)
  const fee = nextFee(order.fee_type, feeStatus(entry, order.fee_type), 'refund_done')
  // A duplicate or a wrong amount never paid the fee.
  if (fee === undefined || !(await orders.hasSettled(orderNo))) return
  await entries.updateVersion(entryId, { [feeColumn(order.fee_type)]: fee })
  await entries.event(entryId, 'fee_refunded', orderNo, at)
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
