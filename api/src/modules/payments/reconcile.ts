import { PAYMENT_STATUS } from '@awards/shared/domain'
import { ordersRepository } from './orders.repository.ts'
import { lateWindowEnds, refreshOrder, settleClosing } from './payment-core.ts'
import type { CoreContext } from './payment-core.ts'
import type { Order } from './payment-types.ts'

const S = PAYMENT_STATUS
const BATCH = 50
/** Time for a payment that was begun in the last second of an order. */
const GRACE_MS = 60_000
const LATE_LOOK_MS = 3_600_000
const PAUSES_SECONDS = [5, 10, 20, 30, 60, 120, 300, 600, 1_800, 3_600]

/** Milliseconds until the next look, longer each time. */
export const backoff = (checks: number): number =>
  (PAUSES_SECONDS[Math.min(checks, PAUSES_SECONDS.length - 1)] ?? 3_600) * 1_000

/** Looks after every order that has no money yet; any number of processes may run it. */
export async function reconcileOrders(context: CoreContext): Promise<number> {
  const due = await ordersRepository(context.db).claimDue(context.clock(), BATCH)
  for (const order of due) await lookAfter(context, order)
  return due.length
}

async function lookAfter(context: CoreContext, order: Order) {
  const orders = ordersRepository(context.db)
  const now = context.clock()
  const later = (ms: number) => orders.checkAgain(order.order_no, new Date(now.getTime() + ms))

  if (order.status !== S.closing) await refreshOrder(context, order, 'reconcile')
  const current = await orders.find(order.order_no)
  if (!current) return
  if (current.status === S.closed || current.status === S.failed) {
    if (now < lateWindowEnds(current)) await later(LATE_LOOK_MS)
    else await orders.checkAgain(order.order_no, null)
    return
  }
  const isOpen = current.status === S.created || current.status === S.awaiting
  if (isOpen && now.getTime() > current.expires_at.getTime() + GRACE_MS) {
    await orders.move(order.order_no, current.status, { status: S.closing, next_check_at: now })
    const outcome = await settleClosing(context, order.order_no)
    if (outcome === 'unknown') await later(backoff(order.checks))
    return
  }
  if (current.status === S.closing) {
    const outcome = await settleClosing(context, order.order_no)
    if (outcome !== 'unknown') return
  }
  await later(backoff(order.checks))
}
