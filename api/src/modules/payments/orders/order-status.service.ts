import type { PaymentOrder } from '@awards/shared/contract'
import type { Actor } from '../../../http/actor.ts'
import { bankAccount } from '../channels/channels.ts'
import { notYours } from './checkout-orders.ts'
import { orderFactsRepository } from './order-facts.repository.ts'
import { toPaymentOrder } from './order.mapper.ts'
import { ordersRepository } from './orders.repository.ts'
import { payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import { isUndecided, refreshOrder } from './apply-payment.ts'
import type { CoreContext } from './apply-payment.ts'
import type { Order } from '../payment-types.ts'

/**
 * The provider's quota is protected: one question per order and round of the page that waits. A little
 * less than its pause, so that a round that comes early is not lost and money is seen within five seconds.
 */
const QUERY_SECONDS = 2.4

/** State of an order, for the page that waits: never from the redirect, always from the provider. */
export function orderStatusService(context: CoreContext) {
  const { db, clock } = context
  const orders = ordersRepository(db)

  return async function orderStatus(actor: Actor, orderNo: string): Promise<PaymentOrder> {
    const known = await orders.find(orderNo)
    const entry = known && (await payableEntriesRepository(db).find(known.apply_order_id))
    if (!entry || entry.user_id !== actor.id) throw notYours()
    const order = await current(known)
    const facts = await orderFactsRepository(db).of(orderNo)
    const bank = order.channel === 'bank_transfer' ? await bankAccount(db) : undefined
    return toPaymentOrder(order, entry, { facts, bank, now: clock() })
  }

  async function current(order: Order): Promise<Order> {
    const { order_no } = order
    if (!isUndecided(order) || !(await orders.mayQuery(order_no, clock(), QUERY_SECONDS))) {
      return order
    }
    await refreshOrder(context, order, 'query')
    return (await orders.find(order_no)) ?? order
  }
}
