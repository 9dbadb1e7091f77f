import type { PayerRate } from '@awards/shared/contract'
import type { Channel, RefundStatus } from '@awards/shared/domain'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../start/app-context.ts'
import type { Payer } from '../orders/orders.repository.ts'
import type { Order, Payment } from '../payment-types.ts'

/** One line of a provider's daily statement. */
export type StatementFact = {
  fact: 'payment' | 'refund'
  /** Our order number, if the provider has it. */
  order_no: string | null
  /** The provider's number of the payment; our number of the refund. */
  reference: string
  amount_minor: number
  currency: string
  at: Date
}
/** `processing`: a delayed method (SEPA debit); the bank settles or refuses it within days. */
export type PaymentState =
  | { state: 'paid'; payment: Payment }
  | { state: 'open' | 'processing' | 'closed' | 'absent' }
export type RefundState = 'processing' | 'succeeded' | 'failed'

/** A refund to send; `provider_txn` names the payment if it is not the one that the order took. */
export type RefundOrder = {
  out_refund_no: string
  amount_minor: number
  provider_txn: string | null
  /** What that payment amounts to by the ledger; not the order's amount where the payer paid another one. */
  paid_minor: number
  /** `requested`: not accepted by the provider yet, or retried after a failure. */
  status: RefundStatus
  /** When a person requested it again after a failure; null before that. */
  asked_again_at: Date | null
}

/**
 * The adapter of a channel. Every method may throw, which means "unknown", never "did not happen"; all
 * are idempotent by the order's or the refund's number.
 */
export type Provider = {
  accepts(currency: string): boolean
  /** The rate of the day, where the payer is charged in another currency; undefined if it is not known. */
  payerRate?(currency: string): Promise<PayerRate | undefined>
  /** `code_url` is the QR code's content or the payment page; `ref` the provider's id of the order. */
  create(
    order: Order,
    description: string,
    payer: Payer,
  ): Promise<{ code_url: string | null; ref?: string } | { refused: string }>
  query(order: Order): Promise<PaymentState>
  close(order: Order): Promise<'closed' | 'paid'>
  /** Retried with the same number until it succeeds or fails. */
  refund(order: Order, refund: RefundOrder): Promise<RefundState>
  /** All movements of a day in the provider's time zone, `YYYY-MM-DD`; absent without a provider. */
  statement?(day: string): Promise<StatementFact[]>
}
export type Providers = Partial<Record<Channel, Provider>>

/** The site's settings that the settings of a channel may depend on. */
export type ChannelSite = { siteUrl: string; mode: 'demo' | 'production' }
type ServerContext = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'log'>
/** A connected channel: its provider, and the routes of its webhook. */
export type Connection = {
  provider: Provider
  routes?(app: FastifyInstance, context: ServerContext & { providers: Providers }): void
}
/** The module of a channel; `config` is what `configOf` of its record answered. */
export type ChannelModule = {
  connect(config: object, context: ServerContext & { siteUrl: string }): Connection
}
