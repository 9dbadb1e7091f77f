import type { PaymentOrder } from '@awards/shared/contract'
import type { Actor } from '../../app/actor.ts'
import { notYours } from './checkout-orders.ts'
import { toPaymentOrder } from './order.mapper.ts'
import { ordersRepository } from './orders.repository.ts'
import { payableEntriesRepository } from './payable-entries.repository.ts'
import { isUndecided, refreshOrder } from './payment-core.ts'
import type { CoreContext } from './payment-core.ts'

/** The provider's quota is protected: one question per order in five seconds. */
const QUERY_SECONDS = 5

/** State of an order, for the page that waits: never from the redirect, always from the provider. */
export function orderStatusService(context: CoreContext) {
  const { db, clock } = context
  const orders = ordersRepository(db)

  return async function orderStatus(actor: Actor, orderNo: string): Promise<PaymentOrder> {
    const order = await orders.find(orderNo)
    const entry = order && (await payableEntriesRepository(db).find(order.apply_order_id))
    if (!entry || entry.user_id !== actor.id) throw notYours()
    if (!isUndecided(order) || !(await orders.mayQuery(orderNo, clock(), QUERY_SECONDS))) {
      return toPaymentOrder(order, entry)
    }
    await refreshOrder(context, order, 'query')
    return toPaymentOrder((await orders.find(orderNo)) ?? order, entry)
  }
}
