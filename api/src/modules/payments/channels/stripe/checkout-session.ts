import { paths } from '@awards/shared/paths'
import { FEE_TYPE } from '@awards/shared/domain'
import type Stripe from 'stripe'
import { FEE_NAMES } from '../channels.ts'
import type { Payer } from '../../orders/orders.repository.ts'
import type { Order, Payment } from '../../payment-types.ts'
import type { PaymentState } from '../provider.ts'
import { refusalOf, type StripeClient } from './stripe-client.ts'

const MONEY = ['payment_intent.latest_charge.balance_transaction']
/** Stripe's clock and ours may differ. */
const SKEW_SECONDS = 300

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)

/** What the hosted page says and asks for: everything comes from the order, so that a repetition is the same. */
export function sessionRequest(
  order: Order,
  payer: Payer,
  siteUrl: string,
): Stripe.Checkout.SessionCreateParams {
  const { order_no, amount_minor, currency, fee_type, expires_at } = order
  const metadata = { order_no }
  const back = new URL(paths.payResult(order_no), siteUrl).href
  const names = FEE_NAMES[payer.language]
  const product_data = {
    name: fee_type === FEE_TYPE.entry ? names.entry : names.winner,
    description: `${payer.entry_no} · ${payer.title}`,
  }
  const price_data = { currency: currency.toLowerCase(), unit_amount: amount_minor, product_data }
  return {
    mode: 'payment',
    client_reference_id: order_no,
    metadata,
    payment_intent_data: { metadata },
    line_items: [{ quantity: 1, price_data }],
    // The price that was told is the price that is charged.
    adaptive_pricing: { enabled: false },
    expires_at: seconds(expires_at),
    customer_email: payer.email,
    locale: payer.language,
    // Whoever comes back with a session has done what was asked; the page says that it waits for our word.
    success_url: `${back}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: back,
  }
}

/** The session as Stripe has it now; undefined where Stripe does not know it. */
export const retrieveSession = (
  { api }: StripeClient,
  id: string,
): Promise<Stripe.Checkout.Session | undefined> =>
  api.checkout.sessions.retrieve(id, { expand: MONEY }).catch((error: unknown) => {
    if (refusalOf(error)) return undefined
    throw error
  })

/** The session of an order, also where the answer that named it was lost. */
export async function sessionOf(client: StripeClient, order: Order) {
  if (order.provider_ref) return retrieveSession(client, order.provider_ref)
  const created = {
    gte: seconds(order.created_at) - SKEW_SECONDS,
    lte: seconds(order.expires_at) + SKEW_SECONDS,
  }
  const sessions = client.api.checkout.sessions.list({ created, limit: 100 })
  for await (const { id, client_reference_id } of sessions) {
    if (client_reference_id === order.order_no) return retrieveSession(client, id)
  }
  return undefined
}

/** What a session says about the money. */
export function seen(session: Stripe.Checkout.Session): PaymentState {
  const payment = session.payment_status === 'paid' ? paymentOf(session) : undefined
  if (payment) return { state: 'paid', payment }
  if (session.status === 'open') return { state: 'open' }
  if (session.status === 'expired') return { state: 'closed' }
  // Complete and not paid: a debit that is on its way, or that came to nothing.
  const intent = session.payment_intent
  const status = typeof intent === 'object' ? intent?.status : undefined
  const hasFailed = status === 'requires_payment_method' || status === 'canceled'
  return { state: hasFailed ? 'closed' : 'processing' }
}

function paymentOf({ payment_intent, ...session }: Stripe.Checkout.Session): Payment | undefined {
  const { amount_total, currency } = session
  if (payment_intent === null || typeof payment_intent === 'string') return undefined
  if (amount_total === null || currency === null) return undefined
  return {
    txn: payment_intent.id,
    amount_minor: amount_total,
    currency: currency.toUpperCase(),
    paid_at: new Date(momentOf(payment_intent) * 1_000),
  }
}

/** When the money was ours; a debit arrives days after it was ordered. */
function momentOf({ latest_charge, created }: Stripe.PaymentIntent): number {
  if (latest_charge === null || typeof latest_charge === 'string') return created
  const { balance_transaction } = latest_charge
  return typeof balance_transaction === 'object' && balance_transaction
    ? balance_transaction.created
    : latest_charge.created
}
