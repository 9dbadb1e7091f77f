import type { Channel, RefundStatus } from '@awards/shared/domain'
import type { Payer } from '../orders/orders.repository.ts'
import type { Order, Payment } from '../payment-types.ts'

/** One line of a provider's statement: money that moved on a day, as the provider has it. */
export type StatementFact = {
  fact: 'payment' | 'refund'
  /** Our number of the order, where the provider knows it. */
  order_no: string | null
  /** The provider's number of the payment; our number of the refund. */
  reference: string
  amount_minor: number
  currency: string
  at: Date
}
/** `processing`: the payer has ordered it, and the bank carries it out or refuses it within days. */
export type PaymentState =
  | { state: 'paid'; payment: Payment }
  | { state: 'open' | 'processing' | 'closed' | 'absent' }
export type RefundState = 'processing' | 'succeeded' | 'failed'

/** Money that is to go back; `provider_txn` names the payment where it is not the order's own. */
export type RefundOrder = {
  out_refund_no: string
  amount_minor: number
  provider_txn: string | null
  /** `requested`: the provider has not accepted it yet, or it is asked for again after a failure. */
  status: RefundStatus
}

/**
 * One way to pay. Every method may throw, which always means "not known", never "did not happen";
 * all are idempotent by the order's or the refund's number.
 */
export type Provider = {
  accepts(currency: string): boolean
  /** `code_url` is what the payer scans or visits; `ref` the provider's own number of the order. */
  create(
    order: Order,
    description: string,
    payer: Payer,
  ): Promise<{ code_url: string | null; ref?: string } | { refused: string }>
  query(order: Order): Promise<PaymentState>
  close(order: Order): Promise<'closed' | 'paid'>
  /** Repeated with the same number until it is decided. */
  refund(order: Order, refund: RefundOrder): Promise<RefundState>
  /** Everything that moved on a day of the provider's own calendar, `YYYY-MM-DD`; absent where nobody can be asked. */
  statement?(day: string): Promise<StatementFact[]>
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
