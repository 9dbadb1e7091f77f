import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A signing secret of Standard Webhooks: 24 random bytes. */
export const newWebhookSecret = () => PREFIX + randomBytes(24).toString('base64')

const macOf = (secret: string, content: string) =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(content)
    .digest('base64')

/**
 * The headers of Standard Webhooks: for each secret `v1,` and the HMAC-SHA256 of id, time and body. Two secrets sign
 * while a receiver exchanges one for the other.
 */
export function webhookHeaders(
  secrets: string | readonly string[],
  id: string,
  at: Date,
  body: string,
) {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const content = `${id}.${timestamp}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [secrets]
      .flat()
      .map((secret) => `v1,${macOf(secret, content)}`)
      .join(' '),
  }
}

/** Seconds after which a webhook is tried again, as Standard Webhooks proposes; the last one is tried for good. */
export const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/** Time that a receiver has for its answer. */
export const WEBHOOK_TIMEOUT_MS = 15_000
