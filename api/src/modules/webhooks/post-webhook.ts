import {
  request as requestHttp,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { errorCode } from '../../lib/errors.ts'
import { answerTo, publicOnly } from '../../lib/public-request.ts'
import { WEBHOOK_TIMEOUT_MS } from '../../lib/standard-webhooks.ts'

/** How a try ended; the log of the endpoint names it. */
export const OUTCOMES = [
  'delivered',
  'refused',
  'gone',
  'redirect',
  'timeout',
  'private_address',
  'unknown_host',
  'unreachable',
  'broken_off',
] as const
export type Outcome = (typeof OUTCOMES)[number]
export type Attempt = {
  readonly outcome: Outcome
  readonly status: number | null
  /** Seconds after which the receiver takes more (Retry-After). */
  readonly retry_after?: number
}

/** The longest wait that a receiver may ask for: the longest of ours. */
const MAX_WAIT_SECONDS = 86_400

/** Seconds of a Retry-After; a date counts from the receiver's own, so that clocks that differ are no matter. */
function secondsOf({ 'retry-after': wait, date }: IncomingHttpHeaders): number | undefined {
  if (wait === undefined) return undefined
  const isCount = /^\d{1,9}$/.test(wait)
  const seconds = isCount ? Number(wait) : (Date.parse(wait) - Date.parse(date ?? '')) / 1_000
  return seconds > 0 ? Math.min(Math.ceil(seconds), MAX_WAIT_SECONDS) : undefined
}

export type Post = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Reaches private addresses; for development. */
  readonly isLocal: boolean
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

/**
 * POSTs a webhook. A redirect is not followed, since it could leave the address that the owner has named; the body of
 * an answer is not read. Throws only if `signal` aborts.
 */
export async function postWebhook(post: Post): Promise<Attempt> {
  const limit = AbortSignal.timeout(post.timeoutMs ?? WEBHOOK_TIMEOUT_MS)
  try {
    return attemptOf(await send(post, AbortSignal.any([limit, post.signal])))
  } catch (error) {
    post.signal.throwIfAborted()
    return { outcome: limit.aborted ? 'timeout' : problemOf(error), status: null }
  }
}

async function send(
  { url, headers, body, isLocal }: Post,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const target = new URL(url)
  const options: RequestOptions = {
    method: 'POST',
    // A connection of its own: none that was opened before an address changed.
    agent: false,
    signal,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'DesignAwards-Webhooks/1',
      ...headers,
    },
    ...(!isLocal && publicOnly(target)),
  }
  const open = target.protocol === 'https:' ? requestHttps : requestHttp
  const response = await answerTo(open(target, options).end(body))
  response.destroy()
  return response
}

function attemptOf({ statusCode: status = 0, headers }: IncomingMessage): Attempt {
  if (status >= 200 && status < 300) return { outcome: 'delivered', status }
  if (status >= 300 && status < 400) return { outcome: 'redirect', status }
  if (status === 410) return { outcome: 'gone', status }
  const retry_after = secondsOf(headers)
  return { outcome: 'refused', status, ...(retry_after !== undefined && { retry_after }) }
}

function problemOf(error: unknown): Outcome {
  const code = errorCode(error)
  if (code === 'PRIVATE_ADDRESS') return 'private_address'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code?.startsWith('HPE_')) return 'broken_off'
  return 'unreachable'
}
