import { z } from 'zod'
import { ConfigError } from '../../../../lib/errors.ts'
import type { ChannelSite } from '../provider.ts'

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
