import Stripe from 'stripe'
import type { StripeConfig } from './stripe-config.ts'

const TOLERANCE_SECONDS = 300
/** With one repetition an entrant has an answer before the browser gives up. */
const TIMEOUT_MS = 7_000
const REPETITIONS = 1

export type StripeClient = ReturnType<typeof createStripeClient>

/** Stripe's own library, and the check of what Stripe tells us. */
export function createStripeClient(config: StripeConfig, now: () => Date) {
  const base = config.apiBase === undefined ? undefined : new URL(config.apiBase)
  const api = new Stripe(config.secretKey, {
    telemetry: false,
    timeout: config.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: REPETITIONS,
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'http:' ? 80 : 443),
      protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
    }),
  })

  return {
    api,

    /** The event of a notification, or undefined where the signature or its moment is wrong. */
    readEvent(raw: Buffer, header: unknown): Stripe.Event | undefined {
      if (typeof header !== 'string' || isFromTheFuture(header, now())) return undefined
      const received = now().getTime()
      for (const secret of config.webhookSecrets) {
        try {
          return api.webhooks.constructEvent(
            raw,
            header,
            secret,
            TOLERANCE_SECONDS,
            undefined,
            received,
          )
        } catch {
          // Perhaps signed with another of the secrets.
        }
      }
      return undefined
    },
  }
}

/** The library looks at the past alone. */
function isFromTheFuture(header: string, now: Date) {
  const [, moment] = /(?:^|,)t=(\d+)/.exec(header) ?? []
  return Number(moment) > now.getTime() / 1_000 + TOLERANCE_SECONDS
}

/** Why Stripe refused a call for good; undefined where it is not known what became of it. */
export function refusalOf(error: unknown): string | undefined {
  const { StripeInvalidRequestError, StripeIdempotencyError } = Stripe.errors
  const isRefused =
    error instanceof StripeInvalidRequestError || error instanceof StripeIdempotencyError
  return isRefused ? (error.code ?? error.type) : undefined
}
