import { PAYMENT_STATUS } from '@awards/shared/domain'
import { releaseFee } from './fee-settlement.ts'
import { ordersRepository } from './orders.repository.ts'
import { payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import { applyPayment, noteProcessing, PAYMENT_JOBS } from './apply-payment.ts'
import type { CoreContext } from './apply-payment.ts'
import type { Order } from '../payment-types.ts'

const S = PAYMENT_STATUS
/** A provider notifies for up to 24 hours and 4 minutes; an order is looked at for 25 hours. */
const LATE_WINDOW_MS = 25 * 3_600_000
const FIRST_LOOK_AFTER_CLOSE_MS = 600_000
const LATE_LOOK_MS = 3_600_000
/**
 * WeChat Pay asks to close no order that is younger, since its own parts may not know it yet
 * (payments page §1.5). A change of channel cannot wait for that: it closes at once and looks again.
 */
const SETTLES_MS = 300_000

/** Asks the provider to close an order that is to be closed, and believes only its answer. */
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
      await noteProcessing(context, order)
      return 'processing'
    }
    if (seen.state !== 'paid') return 'unknown'
    await applyPayment(context, orderNo, seen.payment, { source: 'query' })
    return 'paid'
  } catch {
    // Not known: it stays "closing" and is looked at again.
    return 'unknown'
  }
}

/** The provider has closed the order. */
async function confirmClosed({ db, clock, jobs }: CoreContext, order: Order) {
  await db.transaction().execute(async (trx) => {
    const entry = await payableEntriesRepository(trx).lock(order.apply_order_id)
    const now = clock()
    const change = { status: S.closed, closed_at: now, next_check_at: firstLateLook(order, now) }
    const by = { by: 'provider', at: now } as const
    const isClosed = await ordersRepository(trx).move(order.order_no, S.closing, change, by)
    if (!isClosed) return
    await releaseFee(trx, entry, order.fee_type)
    // The payer thinks that it is paid, and was promised word of the end.
    if (order.processing_since) {
      const { order_no } = order
      await jobs.enqueue(trx, PAYMENT_JOBS.bounced, { order_no }, { key: order_no })
    }
  })
}

const firstLateLook = ({ created_at }: Order, now: Date): Date => {
  const settled = created_at.getTime() + SETTLES_MS
  const isYoung = settled > now.getTime()
  return new Date(isYoung ? settled : now.getTime() + FIRST_LOOK_AFTER_CLOSE_MS)
}

/** When an order without money is looked at again after its end; null when its time is over. */
export function nextLateLook(order: Order, now: Date): Date | null {
  if (now.getTime() >= order.expires_at.getTime() + LATE_WINDOW_MS) return null
  const first = (order.closed_at?.getTime() ?? 0) + FIRST_LOOK_AFTER_CLOSE_MS
  return new Date(first > now.getTime() ? first : now.getTime() + LATE_LOOK_MS)
}
