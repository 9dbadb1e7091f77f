import type { Order } from '../payment-types.ts'

/** Time for a payment that was begun in the last second of an order. */
const GRACE_MS = 60_000
// Money that nobody told us of is found within a minute, as long as the order can be paid.
const PAUSES_SECONDS = [5, 10, 20, 30, 45]

/** Milliseconds until the next look at an open order, longer each time. */
export const pause = (checks: number): number =>
  (PAUSES_SECONDS[Math.min(checks, PAUSES_SECONDS.length - 1)] ?? 45) * 1_000

/** When an open order ends, the last payments included. */
export const endOf = ({ expires_at }: Pick<Order, 'expires_at'>): Date =>
  new Date(expires_at.getTime() + GRACE_MS)

/** When an open order is looked at next; nobody can be asked about a transfer before its end. */
export const nextLook = (
  order: Pick<Order, 'channel' | 'expires_at' | 'checks'>,
  now: Date,
): Date =>
  order.channel === 'bank_transfer' ? endOf(order) : new Date(now.getTime() + pause(order.checks))
