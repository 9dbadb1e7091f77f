import { CHANNEL_FACTS, PAYMENT_STATUS } from '@awards/shared/domain'
import { inParallel } from '../../../lib/concurrency.ts'
import { MINUTE_MS, timeLimit } from '../../../lib/time.ts'
import type { Order } from '../payment-types.ts'
import {
  applyPayment,
  recordProcessing,
  PAYMENT_JOBS,
  refreshOrder,
  type CoreContext,
  releaseFees,
} from './apply-payment.ts'
import { lockOrder } from './order-lines.repository.ts'
import { ordersRepository } from './orders.repository.ts'

const S = PAYMENT_STATUS

/** Time for a payment begun in the last second of an order. */
const GRACE_MS = 60_000

/** Backoff while an order can be paid; the last pause repeats. Finds money whose webhook was lost within a minute. */
const POLL_SECONDS = [5, 10, 20, 30, 45]

/** The next query of an open order. */
function afterBackoff({ checks }: Pick<Order, 'checks'>, now: Date): Date {
  const seconds = POLL_SECONDS[checks] ?? POLL_SECONDS.at(-1) ?? 0
  return new Date(now.getTime() + seconds * 1_000)
}

/** When the reconcile job closes an open order: its expiry, and time for the last payment. */
const closingTime = ({ expires_at }: Pick<Order, 'expires_at'>): Date =>
  new Date(expires_at.getTime() + GRACE_MS)

/** The next check of an open order; a manual channel has no provider to query before the end. */
export const nextPoll = (
  order: Pick<Order, 'channel' | 'expires_at' | 'checks'>,
  now: Date,
): Date => (CHANNEL_FACTS[order.channel].isManual ? closingTime(order) : afterBackoff(order, now))

/** Providers retry webhooks for up to 24 h 4 min; closed orders are re-checked for 25 h. */
const LATE_WINDOW_MS = 25 * 3_600_000
const FIRST_LATE_POLL_MS = 600_000
const LATE_POLL_MS = 3_600_000
/**
 * WeChat Pay advises against closing a younger order, which its own replicas may not have yet (payments
 * page §1.5). A change of channel cannot wait: it closes at once, and re-checks at this age.
 */
const SYNC_LAG_MS = 300_000

const BATCH = 50
const AT_ONCE = 5

/**
 * The reconcile job: follows every due order without money. Safe in several processes at once. A provider that hangs
 * makes each query as long as its timeout: after `runMs` the rest is left to the next run, when its lease has expired.
 */
export async function reconcileOrders(
  context: CoreContext,
  { runMs = MINUTE_MS } = {},
): Promise<number> {
  const orders = ordersRepository(context.db)
  const isOver = timeLimit(runMs)
  let count = 0
  let due: Order[]
  do {
    due = await orders.claimDue(context.clock(), BATCH)
    await inParallel(due, AT_ONCE, async (order) => {
      if (!isOver()) await reconcileOrder(context, order)
    })
    count += due.length
  } while (due.length === BATCH && !isOver())
  return count
}

async function reconcileOrder(context: CoreContext, order: Order) {
  const orders = ordersRepository(context.db)
  const now = context.clock()
  const seen =
    order.status === S.closing ? 'unknown' : await refreshOrder(context, order, 'reconcile')
  const current = await orders.find(order.order_no)
  if (!current) return
  if (current.status === S.closed || current.status === S.failed) {
    // Closed here but still open at the provider: closes it again before somebody pays.
    if (seen === 'open') await context.providers[order.channel]?.close(order).catch(() => undefined)
    await orders.checkAgain(order.order_no, nextLatePoll(current, now))
    return
  }
  const isOpen = current.status === S.created || current.status === S.awaiting
  if (isOpen && now < closingTime(current)) {
    await orders.checkAgain(order.order_no, nextPoll(order, now))
    return
  }
  // Expired while the bank processes the payment: closing would cancel money on its way.
  if (isOpen && seen === 'processing') {
    await orders.checkAgain(order.order_no, afterBackoff(order, now))
    return
  }
  if (isOpen) {
    const change = { status: S.closing, next_check_at: now }
    await orders.move(order.order_no, current.status, change, { by: 'system', at: now })
  }
  const outcome = await settleClosing(context, order.order_no)
  if (outcome === 'closed' || outcome === 'paid') return
  await orders.checkAgain(order.order_no, afterBackoff(order, now))
}

/** Closes a `closing` order at the provider; only its confirmation makes the order `closed`. */
export async function settleClosing(
  context: CoreContext,
  orderNo: string,
): Promise<'closed' | 'paid' | 'processing' | 'unknown'> {
  const order = await ordersRepository(context.db).find(orderNo)
  if (!order || order.status === S.closed) return 'closed'
  if (order.status !== S.closing) return 'paid'
  const provider = context.providers[order.channel]
  try {
    if (!provider || (await provider.close(order)) === 'closed') {
      await confirmClosed(context, order)
      const after = await ordersRepository(context.db).find(orderNo)
      return after?.status === S.closed ? 'closed' : 'paid'
    }
    const seen = await provider.query(order)
    if (seen.state === 'processing') {
      await recordProcessing(context, order)
      return 'processing'
    }
    if (seen.state !== 'paid') return 'unknown'
    await applyPayment(context, orderNo, seen.payment, { source: 'query' })
    return 'paid'
  } catch (error) {
    // Unknown outcome: the order stays "closing" and is retried.
    context.log.warn('payment.close_failed', { order_no: orderNo, channel: order.channel, error })
    return 'unknown'
  }
}

/** Records that the provider closed the order, and releases the fee. */
async function confirmClosed({ db, clock, jobs }: CoreContext, order: Order) {
  await db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, order.order_no)
    const now = clock()
    const change = { status: S.closed, closed_at: now, next_check_at: firstLatePoll(order, now) }
    const by = { by: 'provider', at: now } as const
    const isClosed = await ordersRepository(trx).move(order.order_no, S.closing, change, by)
    if (!isClosed || !locked) return
    await releaseFees(trx, locked)
    // The bank refused a delayed payment: the payer was promised a mail about the result.
    if (order.processing_since) {
      const { order_no } = order
      await jobs.enqueue(trx, PAYMENT_JOBS.bounced, { order_no }, { key: order_no })
    }
  })
}

const firstLatePoll = ({ created_at }: Order, now: Date): Date => {
  const settled = created_at.getTime() + SYNC_LAG_MS
  const isYoung = settled > now.getTime()
  return new Date(isYoung ? settled : now.getTime() + FIRST_LATE_POLL_MS)
}

/** The next check of a closed order without money; null after the late window. */
function nextLatePoll(order: Order, now: Date): Date | null {
  if (now.getTime() >= order.expires_at.getTime() + LATE_WINDOW_MS) return null
  const first = (order.closed_at?.getTime() ?? 0) + FIRST_LATE_POLL_MS
  return new Date(first > now.getTime() ? first : now.getTime() + LATE_POLL_MS)
}
