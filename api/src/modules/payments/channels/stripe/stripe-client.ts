import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { RefundState, PaymentState } from '../provider.ts'
import type { StripeConfig } from './stripe-config.ts'
import { paths } from '@awards/shared/paths'
import { FEE_NAMES, FEE_TYPE } from '@awards/shared/domain'
import type { Payer } from '../../orders/orders.repository.ts'
import type { Order, Payment } from '../../payment-types.ts'

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

const require = createRequire(import.meta.url)
/** Loads the SDK at first use: its 200 modules would be a tenth of the server's start. */
const sdk = () => require('stripe') as typeof Stripe

/** The fields of an event that are read; its object is fetched again from Stripe. */
const SignedEvent = z.object({
  id: z.string(),
  type: z.string(),
  created: z.number(),
  data: z.object({ object: z.looseObject({}) }),
})

const TOLERANCE_SECONDS = 300
/** With one retry the entrant has an answer before the browser times out. */
const TIMEOUT_MS = 7_000
const RETRIES = 1

export type StripeClient = ReturnType<typeof createStripeClient>

/** Stripe's SDK, and the signature check of webhooks. */
export function createStripeClient(config: StripeConfig, now: () => Date) {
  const base = config.apiBase === undefined ? undefined : new URL(config.apiBase)
  let client: Stripe | undefined
  const connect = () =>
    new (sdk())(config.secretKey, {
      telemetry: false,
      timeout: config.timeoutMs ?? TIMEOUT_MS,
      maxNetworkRetries: RETRIES,
      ...(base && {
        host: base.hostname,
        port: base.port || (base.protocol === 'http:' ? 80 : 443),
        protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      }),
    })

  return {
    get api(): Stripe {
      return (client ??= connect())
    },

    /** The event of a webhook; undefined if its signature or timestamp is wrong, or if it is no event. */
    readEvent(raw: Buffer, header: unknown): Stripe.Event | undefined {
      if (typeof header !== 'string' || isFromTheFuture(header, now())) return undefined
      const received = now().getTime()
      for (const secret of config.webhookSecrets) {
        try {
          const event = this.api.webhooks.constructEvent(
            raw,
            header,
            secret,
            TOLERANCE_SECONDS,
            undefined,
            received,
          )
          return SignedEvent.safeParse(event).success ? event : undefined
        } catch {
          // Tries the next secret.
        }
      }
      return undefined
    },
  }
}

/** The SDK checks only for old timestamps. */
function isFromTheFuture(header: string, now: Date) {
  const [, moment] = /(?:^|,)t=(\d+)/.exec(header) ?? []
  return Number(moment) > now.getTime() / 1_000 + TOLERANCE_SECONDS
}

/** Why Stripe refused a call for good; undefined if the outcome is unknown. */
export function refusalOf(error: unknown): string | undefined {
  const { StripeInvalidRequestError, StripeIdempotencyError } = sdk().errors
  const isRefused =
    error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError
  return isRefused ? (error.code ?? error.type) : undefined
}

export type StripeRefundRequest = {
  order_no: string
  out_refund_no: string
  amount_minor: number
  /** Stripe's PaymentIntent to refund. */
  intent: string
  /** Stripe accepted it before: a failure is then final, until a person requests it again. */
  wasAccepted: boolean
  /** When a person requested it again after a failure. */
  asked_again_at: Date | null
}

/**
 * Refunds exactly once. Stripe forgets an idempotency key after a day, so this lists the payment's
 * refunds first and finds ours by the number in their metadata. Stripe repeats a refusal under its key, for
 * instance for an empty balance, and lists no refund then: a new request needs a new key.
 */
export async function refundOfPayment(
  { api }: StripeClient,
  { order_no, out_refund_no, amount_minor, intent, ...before }: StripeRefundRequest,
): Promise<RefundState> {
  const known: Stripe.Refund[] = []
  for await (const one of api.refunds.list({ payment_intent: intent, limit: 100 })) {
    if (one.metadata?.['out_refund_no'] === out_refund_no) known.push(one)
  }
  const alive = known.find((one) => refundStateOf(one) !== 'failed')
  if (alive) return refundStateOf(alive)
  if (known.length > 0 && before.wasAccepted) return 'failed'
  const attempt = known.length === 0 ? '' : `_${known.length + 1}`
  const again = before.asked_again_at ? `_${before.asked_again_at.getTime()}` : ''
  try {
    const metadata = { order_no, out_refund_no }
    const request = { payment_intent: intent, amount: amount_minor, metadata }
    const idempotencyKey = `${out_refund_no}${attempt}${again}`
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
