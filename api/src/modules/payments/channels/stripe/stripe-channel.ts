import type Stripe from 'stripe'
import type { ChannelModule, Connection, Provider, StatementFact } from '../provider.ts'
import {
  refundStateOf,
  refundOfPayment,
  createStripeClient,
  refusalOf,
  type StripeClient,
  paymentStateOf,
  sessionOf,
  sessionRequest,
} from './stripe-client.ts'
import type { StripeConfig } from './stripe-config.ts'
import { stripeNotifyRoutes } from './stripe-notify.ts'

type Context = Parameters<ChannelModule['connect']>[1]

/** Connects Stripe Checkout, the hosted card page: its provider and its webhook. */
export function connect(config: StripeConfig, { clock, siteUrl }: Context): Connection {
  const client = createStripeClient(config, clock)
  return {
    provider: stripeProvider(client, siteUrl),
    routes: (app, context) => stripeNotifyRoutes(app, context, client),
  }
}

const DAY_SECONDS = 86_400
const PAYMENTS = new Set(['charge', 'payment'])
const REFUNDS = new Set(['refund', 'payment_refund'])

/**
 * Balance transactions of a day in UTC. Those without an order of ours are left out: the organiser may
 * use the account for other things.
 */
export async function balanceStatement(
  { api }: StripeClient,
  day: string,
): Promise<StatementFact[]> {
  const from = Date.parse(`${day}T00:00:00Z`) / 1_000
  const created = { gte: from, lt: from + DAY_SECONDS }
  const movements = api.balanceTransactions.list({ created, expand: ['data.source'], limit: 100 })
  const facts: StatementFact[] = []
  for await (const { type, source, created: created_at } of movements) {
    if (source === null || typeof source === 'string') continue
    const at = new Date(created_at * 1_000)
    const fact =
      PAYMENTS.has(type) && source.object === 'charge'
        ? paymentFact(source, at)
        : REFUNDS.has(type) && source.object === 'refund'
          ? await refundFact(api, source, at)
          : undefined
    if (fact) facts.push(fact)
  }
  return facts
}

function paymentFact(charge: Stripe.Charge, at: Date): StatementFact | undefined {
  const order_no = charge.metadata['order_no']
  const reference = numberOf(charge.payment_intent)
  if (!order_no || !reference || charge.status !== 'succeeded') return undefined
  return { fact: 'payment', order_no, reference, ...moneyOf(charge), at }
}

async function refundFact(
  api: Stripe,
  refund: Stripe.Refund,
  at: Date,
): Promise<StatementFact | undefined> {
  if (refundStateOf(refund) === 'failed') return undefined
  const order_no = refund.metadata?.['order_no'] ?? (await orderOf(api, refund))
  if (!order_no) return undefined
  const reference = refund.metadata?.['out_refund_no'] ?? refund.id
  return { fact: 'refund', order_no, reference, ...moneyOf(refund), at }
}

/** A refund made in Stripe's dashboard lacks our number; its charge has it. */
async function orderOf(api: Stripe, refund: Stripe.Refund): Promise<string | undefined> {
  const charge = numberOf(refund.charge)
  return charge ? (await api.charges.retrieve(charge)).metadata['order_no'] : undefined
}

const moneyOf = ({ amount, currency }: { amount: number; currency: string }) => ({
  amount_minor: amount,
  currency: currency.toUpperCase(),
})

const numberOf = (linked: string | { id: string } | null) =>
  typeof linked === 'string' ? linked : linked?.id

/** The adapter of Stripe Checkout, the hosted card page. */
const stripeProvider = (client: StripeClient, siteUrl: string): Provider => ({
  accepts: () => true,

  async create(order, _description, payer) {
    const idempotencyKey = `co_${order.order_no}`
    const request = sessionRequest(order, payer, siteUrl)
    try {
      const { id, url } = await client.api.checkout.sessions.create(request, { idempotencyKey })
      return { code_url: url, ref: id }
    } catch (error) {
      const refused = refusalOf(error)
      if (refused) return { refused }
      throw error
    }
  },

  async query(order) {
    const session = await sessionOf(client, order)
    return session ? paymentStateOf(session) : { state: 'absent' }
  },

  async close(order) {
    const session = await sessionOf(client, order)
    if (!session) return 'closed'
    if (session.status === 'open' && (await expire(client, session.id))) return 'closed'
    // Was not open, or no longer is: closed only if the payment failed.
    const current = await sessionOf(client, order)
    return current && paymentStateOf(current).state === 'closed' ? 'closed' : 'paid'
  },

  async refund(order, { provider_txn, status, ...refund }) {
    const intent = provider_txn ?? order.provider_txn
    if (!intent) throw new Error(`Order ${order.order_no} has no payment to refund`)
    const { order_no } = order
    const wasAccepted = status === 'processing'
    return refundOfPayment(client, { ...refund, order_no, intent, wasAccepted })
  },

  statement: (day) => balanceStatement(client, day),
})

/** False if the session was no longer open. */
const expire = (client: StripeClient, id: string): Promise<boolean> =>
  client.api.checkout.sessions.expire(id).then(
    () => true,
    (error: unknown) => {
      if (refusalOf(error)) return false
      throw error
    },
  )
