import type Stripe from 'stripe'
import type { RefundState } from '../provider.ts'
import { refusalOf } from './stripe-client.ts'
import type { StripeClient } from './stripe-client.ts'

export type StripeRefundRequest = {
  order_no: string
  out_refund_no: string
  amount_minor: number
  /** Stripe's number of the payment that goes back. */
  intent: string
  /** It was seen on its way before; a failure is then the end of it, until it is asked for again. */
  wasAccepted: boolean
}

/**
 * Sends money back once, whatever is lost on the way. Stripe forgets an idempotency key after a day,
 * so the refunds of the payment are read first; ours carry their number.
 */
export async function refundOfPayment(
  { api }: StripeClient,
  { order_no, out_refund_no, amount_minor, intent, wasAccepted }: StripeRefundRequest,
): Promise<RefundState> {
  const known: Stripe.Refund[] = []
  for await (const one of api.refunds.list({ payment_intent: intent, limit: 100 })) {
    if (one.metadata?.['out_refund_no'] === out_refund_no) known.push(one)
  }
  const alive = known.find((one) => refundSeen(one) !== 'failed')
  if (alive) return refundSeen(alive)
  if (known.length > 0 && wasAccepted) return 'failed'
  const attempt = known.length === 0 ? '' : `_${known.length + 1}`
  try {
    const metadata = { order_no, out_refund_no }
    const request = { payment_intent: intent, amount: amount_minor, metadata }
    const idempotencyKey = `${out_refund_no}${attempt}`
    return refundSeen(await api.refunds.create(request, { idempotencyKey }))
  } catch (error) {
    if (refusalOf(error)) return 'failed'
    throw error
  }
}

/** A refund's state in the words of the core. */
export function refundSeen({ status }: Stripe.Refund): RefundState {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'processing'
}
