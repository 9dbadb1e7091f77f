import { PAYMENT_STATUS } from '@awards/shared/domain'
import { inParallel } from '../../../lib/in-parallel.ts'
import { nextLateLook, settleClosing } from './close-order.ts'
import { endOf, nextLook, pause } from './poll-schedule.ts'
import { ordersRepository } from './orders.repository.ts'
import { refreshOrder } from './apply-payment.ts'
import type { CoreContext } from './apply-payment.ts'
import type { Order } from '../payment-types.ts'

const S = PAYMENT_STATUS
const BATCH = 50
const AT_ONCE = 5

/** Looks after every order that has no money yet; any number of processes may run it. */
export async function reconcileOrders(context: CoreContext): Promise<number> {
  const orders = ordersRepository(context.db)
  let count = 0
  let due: Order[]
  do {
    due = await orders.claimDue(context.clock(), BATCH)
    await inParallel(due, AT_ONCE, (order) => lookAfter(context, order))
    count += due.length
  } while (due.length === BATCH)
  return count
}

async function lookAfter(context: CoreContext, order: Order) {
  const orders = ordersRepository(context.db)
  const now = context.clock()
  const seen =
    order.status === S.closing ? 'unknown' : await refreshOrder(context, order, 'reconcile')
  const current = await orders.find(order.order_no)
  if (!current) return
  if (current.status === S.closed || current.status === S.failed) {
    // Said to be closed, and open nonetheless: it is closed again before somebody pays it.
    if (seen === 'open') await context.providers[order.channel]?.close(order).catch(() => undefined)
    await orders.checkAgain(order.order_no, nextLateLook(current, now))
    return
  }
  const isOpen = current.status === S.created || current.status === S.awaiting
  if (isOpen && now < endOf(current)) {
    await orders.checkAgain(order.order_no, nextLook(order, now))
    return
  }
  // The page has ended and the payment has not: closing it would call money back that is on its way.
  if (isOpen && seen === 'processing') {
    await orders.checkAgain(order.order_no, new Date(now.getTime() + pause(order.checks)))
    return
  }
  if (isOpen) {
    const change = { status: S.closing, next_check_at: now }
    await orders.move(order.order_no, current.status, change, { by: 'system', at: now })
  }
  const outcome = await settleClosing(context, order.order_no)
  if (outcome === 'closed' || outcome === 'paid') return
  await orders.checkAgain(order.order_no, new Date(now.getTime() + pause(order.checks)))
}
