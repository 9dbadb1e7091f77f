import type Stripe from 'stripe'
import type { RefundState } from '../provider.ts'
import { refusalOf } from './stripe-client.ts'
import type { StripeClient } from './stripe-client.ts'

export type StripeRefundRequest = {
  order_no: string
  out_refund_no: string
  amount_minor: number
  /** Stripe's PaymentIntent to refund. */
  intent: string
  /** Stripe accepted it before: a failure is then final, until a person requests it again. */
  wasAccepted: boolean
}

/**
 * Refunds exactly once. Stripe forgets an idempotency key after a day, so this lists the payment's
 * refunds first and finds ours by the number in their metadata.
 */
export async function refundOfPayment(
  { api }: StripeClient,
  { order_no, out_refund_no, amount_minor, intent, wasAccepted }: StripeRefundRequest,
): Promise<RefundState> {
  const known: Stripe.Refund[] = []
  for await (const one of api.refunds.list({ payment_intent: intent, limit: 100 })) {
    if (one.metadata?.['out_refund_no'] === out_refund_no) known.push(one)
  }
  const alive = known.find((one) => refundStateOf(one) !== 'failed')
  if (alive) return refundStateOf(alive)
  if (known.length > 0 && wasAccepted) return 'failed'
  const attempt = known.length === 0 ? '' : `_${known.length + 1}`
  try {
    const metadata = { order_no, out_refund_no }
    const request = { payment_intent: intent, amount: amount_minor, metadata }
    const idempotencyKey = `${out_refund_no}${attempt}`
    return refundStateOf(await api.refunds.create(request, { idempotencyKey }))
  } catch (error) {
    if (refusalOf(error)) return 'failed'
    throw error
  }
}

/** Maps Stripe's status to a refund state. */
export function refundStateOf({ status }: Stripe.Refund): RefundState {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'processing'
}
