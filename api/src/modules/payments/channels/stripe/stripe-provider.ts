import type { Provider } from '../provider.ts'
import { balanceStatement } from './balance-statement.ts'
import { seen, sessionOf, sessionWish } from './checkout-session.ts'
import { refundOfPayment } from './refund-of-payment.ts'
import { refusalOf } from './stripe-client.ts'
import type { StripeClient } from './stripe-client.ts'

/** Stripe Checkout, the hosted card page, behind the interface that the core knows. */
export const stripeProvider = (client: StripeClient, siteUrl: string): Provider => ({
  accepts: () => true,

  async create(order, _description, payer) {
    const idempotencyKey = `co_${order.order_no}`
    const wish = sessionWish(order, payer, siteUrl)
    try {
      const { id, url } = await client.api.checkout.sessions.create(wish, { idempotencyKey })
      return { code_url: url, ref: id }
    } catch (error) {
      const refused = refusalOf(error)
      if (refused) return { refused }
      throw error
    }
  },

  async query(order) {
    const session = await sessionOf(client, order)
    return session ? seen(session) : { state: 'absent' }
  },

  async close(order) {
    const session = await sessionOf(client, order)
    if (!session) return 'closed'
    if (session.status === 'open' && (await expire(client, session.id))) return 'closed'
    // It was not open, or is not any more: only money that came to nothing leaves it closed.
    const current = await sessionOf(client, order)
    return current && seen(current).state === 'closed' ? 'closed' : 'paid'
  },

  async refund(order, { out_refund_no, amount_minor, provider_txn, status }) {
    const intent = provider_txn ?? order.provider_txn
    if (!intent) throw new Error(`Order ${order.order_no} has no payment to refund`)
    const { order_no } = order
    const wasAccepted = status === 'processing'
    return refundOfPayment(client, { order_no, out_refund_no, amount_minor, intent, wasAccepted })
  },

  statement: (day) => balanceStatement(client, day),
})

/** False where the session was not open any more. */
const expire = (client: StripeClient, id: string): Promise<boolean> =>
  client.api.checkout.sessions.expire(id).then(
    () => true,
    (error: unknown) => {
      if (refusalOf(error)) return false
      throw error
    },
  )
