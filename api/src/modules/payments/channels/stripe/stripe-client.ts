import { createRequire } from 'node:module'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { RefundState } from '../provider.ts'
import type { StripeConfig } from './stripe-config.ts'

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
