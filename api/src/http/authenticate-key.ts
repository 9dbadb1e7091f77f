import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@awards/shared/contract'
import { KEY_PREFIX, scopeOfCall, scopesOf } from '@awards/shared/domain'
import { tokenDigest } from '../lib/signed-token.ts'
import type { AppContext } from '../start/app-context.ts'
import { findKey, touchKey, type FoundKey } from './actor.repository.ts'
import type { Actor } from './actor.ts'
import { BusinessError } from './business-error.ts'
import type { LimitRule } from './limits.ts'

const BEARER = /^Bearer +(\S+)$/i
const KEY_SHAPE = new RegExp(`^${KEY_PREFIX}[A-Za-z0-9_-]{43}$`)
/** First characters that lists and logs show; far too few to guess the rest. */
export const KEY_SHOWN = KEY_PREFIX.length + 6

/** Calls of one key in a minute. */
export const CALLS_OF_KEY: LimitRule = { points: 300, seconds: 60 }

/** The key from the header `authorization`; undefined without one. Basic authentication of a proxy is none. */
export const keyOf = ({ headers }: FastifyRequest): string | undefined =>
  headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1]

/** Why a key is refused: `data.reason` with the code, and what its owner does next. */
const REFUSALS = {
  KEY_IN_BROWSER: [
    403,
    'A key in a web page can be read by everybody who opens the page. Revoke this key, and call from a server.',
  ],
  KEY_AND_SESSION: [401, 'Send a key or a session, not both.'],
  KEY_UNKNOWN: [401, 'This site does not know this key. Make one in your account.'],
  KEY_REVOKED: [401, 'This key was revoked. Make a new one in your account.'],
  KEY_EXPIRED: [401, 'This key has expired. Make a new one in your account.'],
  KEY_OWNER: [401, 'The account of this key is closed. Call without a key, or with another one.'],
  KEY_SCOPE: [
    403,
    'This key may not make this call. Make one with the scope that the description names, or call without a key.',
  ],
} as const
export type KeyRefusal = keyof typeof REFUSALS

/** Browsers write these headers themselves and programs have no reason to. */
const isFromBrowser = ({ headers }: FastifyRequest) =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/**
 * The owner of a key as the actor of a call. Throws 401 or 403 with a `KEY_…` reason, each of them logged with the
 * first characters of the key; 429 above the limit of the key.
 */
export async function authenticateKey(
  context: AppContext,
  request: FastifyRequest,
  sent: string,
  call: Endpoint,
): Promise<Actor> {
  const { db, clock, limits, log } = context
  const now = clock()
  const shown = sent.slice(0, KEY_SHOWN)
  const found = KEY_SHAPE.test(sent) ? await findKey(db, tokenDigest(sent), now) : undefined
  if (found) {
    request.requestContext.actor = found
    request.requestContext.key = shown
  }
  const reason = refusalOf(request, call, found, now)
  if (reason !== undefined || !found) {
    const named = reason ?? 'KEY_UNKNOWN'
    log.warn('key.refused', {
      trace_id: request.id,
      reason: named,
      key: found && shown,
      call: call.name,
    })
    const [code, msg] = REFUSALS[named]
    throw new BusinessError(code, msg, { reason: named, ...scopeWanted(named, call) })
  }
  await limits.take('api_key', found.key.id, CALLS_OF_KEY)
  if (found.is_due) await touchKey(db, found.key.id, now)
  return found
}

function refusalOf(
  request: FastifyRequest,
  call: Endpoint,
  found: FoundKey | undefined,
  now: Date,
): KeyRefusal | undefined {
  if (isFromBrowser(request)) return 'KEY_IN_BROWSER'
  if (request.headers['token'] !== undefined) return 'KEY_AND_SESSION'
  if (!found) return 'KEY_UNKNOWN'
  if (found.status !== 'active') return 'KEY_OWNER'
  if (found.revoked_at) return 'KEY_REVOKED'
  if (found.expires_at <= now) return 'KEY_EXPIRED'
  const scope = scopeOfCall(call.name)
  const isCovered =
    scope !== undefined &&
    found.key.scopes.includes(scope) &&
    scopesOf(found.identity).includes(scope)
  return isCovered ? undefined : 'KEY_SCOPE'
}

/** The scope that would cover the call, where any does. */
function scopeWanted(reason: KeyRefusal, call: Endpoint) {
  const scope = reason === 'KEY_SCOPE' ? scopeOfCall(call.name) : undefined
  return scope ? { scope } : {}
}
