import { PAYMENT_STATUS } from '@awards/shared/domain'

const P = PAYMENT_STATUS

/** What the page says about an order. */
export type OrderState =
  'waiting' | 'paid' | 'expired' | 'failed' | 'refunding' | 'refunded' | 'review'

const STATES: Record<number, OrderState> = {
  [P.created]: 'waiting',
  [P.awaiting]: 'waiting',
  [P.closing]: 'waiting',
  [P.paid]: 'paid',
  [P.closed]: 'expired',
  [P.failed]: 'failed',
  [P.refunding]: 'refunding',
  [P.refunded]: 'refunded',
  [P.mismatch]: 'review',
}

/** The state of an order; a code that has run out is expired before the provider has closed it. */
export function orderState(order: { status: number; expires_at: string }, now: number): OrderState {
  const state = STATES[order.status] ?? 'review'
  return state === 'waiting' && Date.parse(order.expires_at) <= now ? 'expired' : state
}

/** States in which something may still happen by itself. */
export const isMoving = (state: OrderState): boolean =>
  state === 'waiting' || state === 'expired' || state === 'refunding'
