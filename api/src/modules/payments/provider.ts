import type { Channel } from '@awards/shared/domain'
import type { Order, Payment } from './payment-types.ts'

export type Seen = { state: 'paid'; payment: Payment } | { state: 'open' | 'closed' | 'absent' }
export type RefundSeen = 'processing' | 'succeeded' | 'failed'

/**
 * One way to pay. Every method may throw, which always means "not known", never "did not happen";
 * all are idempotent by the order's or the refund's number.
 */
export type Provider = {
  accepts(currency: string): boolean
  create(
    order: Order,
    description: string,
  ): Promise<{ code_url: string | null } | { refused: string }>
  query(order: Order): Promise<Seen>
  close(order: Order): Promise<'closed' | 'paid'>
  refund(order: Order, refund: { out_refund_no: string; amount_minor: number }): Promise<RefundSeen>
}
export type Providers = Partial<Record<Channel, Provider>>

/** A transfer has no provider to ask: a person reads the bank statement and confirms by hand. */
export const bankProvider: Provider = {
  accepts: () => true,
  create: async () => ({ code_url: null }),
  query: async () => ({ state: 'open' }),
  close: async () => 'closed',
  refund: async () => 'processing',
}
