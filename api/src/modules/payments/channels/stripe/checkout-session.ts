import { paths } from '@awards/shared/paths'
import { FEE_NAMES, FEE_TYPE } from '@awards/shared/domain'
import type Stripe from 'stripe'
import type { Payer } from '../../orders/orders.repository.ts'
import type { Order, Payment } from '../../payment-types.ts'
import type { PaymentState } from '../provider.ts'
import { refusalOf, type StripeClient } from './stripe-client.ts'

const EXPAND = ['payment_intent.latest_charge.balance_transaction']
/** Tolerated clock skew between Stripe and this machine. */
const SKEW_SECONDS = 300

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000)

/** Parameters of the hosted page; all come from the order, because an idempotent retry must not change. */
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
    // Charges the quoted currency, without conversion.
    adaptive_pricing: { enabled: false },
    expires_at: seconds(expires_at),
    customer_email: payer.email,
    locale: payer.language,
    // The result page polls the order's status; it does not trust the redirect.
    success_url: `${back}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: back,
  }
}

/** The session as Stripe has it now; undefined if Stripe does not know it. */
export const retrieveSession = (
  { api }: StripeClient,
  id: string,
): Promise<Stripe.Checkout.Session | undefined> =>
  api.checkout.sessions.retrieve(id, { expand: EXPAND }).catch((error: unknown) => {
    if (refusalOf(error)) return undefined
    throw error
  })

/** The session of an order; searched by our order number if the answer with its id was lost. */
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

/** Maps a session to a payment state. */
export function paymentStateOf(session: Stripe.Checkout.Session): PaymentState {
  const payment = session.payment_status === 'paid' ? paymentOf(session) : undefined
  if (payment) return { state: 'paid', payment }
  if (session.status === 'open') return { state: 'open' }
  if (session.status === 'expired') return { state: 'closed' }
  // Complete but unpaid: a delayed debit that is processing or was refused.
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
    paid_at: new Date(settledAt(payment_intent) * 1_000),
  }
}

/** When the money settled; a debit settles days after the payer ordered it. */
function settledAt({ latest_charge, created }: Stripe.PaymentIntent): number {
  if (latest_charge === null || typeof latest_charge === 'string') return created
  const { balance_transaction } = latest_charge
  return typeof balance_transaction === 'object' && balance_transaction
    ? balance_transaction.created
    : latest_charge.created
}
