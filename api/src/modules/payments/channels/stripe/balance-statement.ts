import type Stripe from 'stripe'
import type { StatementFact } from '../provider.ts'
import type { StripeClient } from './stripe-client.ts'
import { refundSeen } from './refund-of-payment.ts'

const DAY_SECONDS = 86_400
const PAYMENTS = new Set(['charge', 'payment'])
const REFUNDS = new Set(['refund', 'payment_refund'])

/**
 * What moved on the account's balance on a day in UTC. Money that has nothing to do with our orders
 * is left out: the account may serve other purposes of the organiser.
 */
export async function balanceStatement(
  { api }: StripeClient,
  day: string,
): Promise<StatementFact[]> {
  const from = Date.parse(`${day}T00:00:00Z`) / 1_000
  const created = { gte: from, lt: from + DAY_SECONDS }
  const movements = api.balanceTransactions.list({ created, expand: ['data.source'], limit: 100 })
  const facts: StatementFact[] = []
  for await (const { type, source, created: moment } of movements) {
    if (source === null || typeof source === 'string') continue
    const at = new Date(moment * 1_000)
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
  if (refundSeen(refund) === 'failed') return undefined
  const order_no = refund.metadata?.['order_no'] ?? (await orderOf(api, refund))
  if (!order_no) return undefined
  const reference = refund.metadata?.['out_refund_no'] ?? refund.id
  return { fact: 'refund', order_no, reference, ...moneyOf(refund), at }
}

/** A refund that was made at Stripe itself does not carry our number; its charge does. */
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
