import Stripe from 'stripe'
import { z } from 'zod'
import { ConfigError } from '../../../../lib/errors.ts'
import type { ChannelSite, RefundState } from '../provider.ts'

/** A merchant's credentials at Stripe. */
export type StripeConfig = {
  secretKey: string
  /** Several during a rotation. */
  webhookSecrets: readonly string[]
  /** The simulator's address; Stripe itself if absent. */
  apiBase?: string
  timeoutMs?: number
}

const SECRET_KEY = /^(sk|rk)_(live|test)_\w{16,}$/
const WEBHOOK_SECRETS = /^\s*whsec_[\w+/=-]{16,}\s*(,\s*whsec_[\w+/=-]{16,}\s*)*$/

/** The STRIPE_* variables of the environment; all of them optional, since the demo has a simulator. */
export const STRIPE_SETTINGS = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      SECRET_KEY,
      'is not a secret key; it starts with sk_live_, rk_live_, sk_test_ or rk_test_ (a pk_ key is for browsers)',
    )
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(
      WEBHOOK_SECRETS,
      'is not a signing secret; it starts with whsec_, and several are separated by commas',
    )
    .optional(),
  STRIPE_TEST_KEYS: z.enum(['refuse', 'allow'], 'has to be refuse or allow').default('refuse'),
  STRIPE_API_BASE: z.url({ protocol: /^https?$/, error: 'is not a complete address' }).optional(),
}
type StripeSettings = z.output<z.ZodObject<typeof STRIPE_SETTINGS>>

/** A real merchant's keys, or undefined where none are set. Half of them is a mistake. */
export function stripeConfig(
  settings: StripeSettings,
  { mode }: ChannelSite,
): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: secrets } = settings
  if (secretKey === undefined && secrets === undefined) return undefined
  if (secretKey === undefined || secrets === undefined) {
    const missing = secretKey === undefined ? 'STRIPE_SECRET_KEY' : 'STRIPE_WEBHOOK_SECRET'
    throw new ConfigError([`Card payment is only half set up. Also set ${missing}`])
  }
  if (mode === 'production' && settings.STRIPE_TEST_KEYS === 'refuse') refuseTest(settings)
  return {
    secretKey,
    webhookSecrets: secrets.split(',').map((secret) => secret.trim()),
    ...(settings.STRIPE_API_BASE && { apiBase: settings.STRIPE_API_BASE }),
  }
}

/** With a test key a card is never charged, and every fee would be paid for nothing. */
function refuseTest({ STRIPE_SECRET_KEY, STRIPE_API_BASE }: StripeSettings) {
  const instead = 'For a rehearsal set STRIPE_TEST_KEYS=allow'
  if (STRIPE_SECRET_KEY?.includes('_test_')) {
    throw new ConfigError([
      `STRIPE_SECRET_KEY is a test key; production takes a live one. ${instead}`,
    ])
  }
  if (STRIPE_API_BASE) {
    throw new ConfigError([
      `STRIPE_API_BASE is for rehearsals; take it away in production. ${instead}`,
    ])
  }
}

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
  const api = new Stripe(config.secretKey, {
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
    api,

    /** The event of a webhook; undefined if its signature or timestamp is wrong, or if it is no event. */
    readEvent(raw: Buffer, header: unknown): Stripe.Event | undefined {
      if (typeof header !== 'string' || isFromTheFuture(header, now())) return undefined
      const received = now().getTime()
      for (const secret of config.webhookSecrets) {
        try {
          const event = api.webhooks.constructEvent(
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
  const { StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors
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
