import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@awards/shared/contract'
import {
  needsFreshAuth,
  isRehearsal,
  needsStepUp,
  STEP_UP,
  STEP_UP_HOURS,
  KEY_PREFIX,
  scopeOfCall,
  scopesOf,
} from '@awards/shared/domain'
import type { AppContext } from '../start/app-context.ts'
import {
  touchSession,
  lastStepUp,
  type FindActor,
  findKey,
  touchKey,
  type FoundKey,
} from './actor.repository.ts'
import type { Actor } from './actor.ts'
import { BusinessError } from './business-error.ts'
import { isDiskFull } from '../lib/errors.ts'
import { tokenDigest } from '../lib/signed-token.ts'
import { HOUR_MS } from '../lib/time.ts'
import type { LimitRule } from './limits.ts'

const TOKEN_SHAPE = /^[A-Za-z0-9_-]{20,128}$/

/** The session token from the header `token`; undefined without one. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers['token']
  return typeof header === 'string' && header !== '' ? header : undefined
}

/**
 * The actor of a request; null without a token or a key. Throws 401 `SESSION_ENDED` for an invalid or expired token,
 * and the refusals of `authenticateKey`.
 */
export async function authenticate<A extends Actor>(
  context: AppContext,
  request: FastifyRequest,
  find: FindActor<A>,
  call: Endpoint,
): Promise<A | null> {
  const token = tokenOf(request)
  const key = keyOf(request)
  // The cast is safe: calls that select more than the actor are in no scope.
  if (key !== undefined) return (await authenticateKey(context, request, key, call)) as A
  if (!token) return null
  const now = context.clock()
  const digest = tokenDigest(token)
  const found = TOKEN_SHAPE.test(token) ? await find(context.db, digest, now) : undefined
  if (!found) {
    throw new BusinessError(401, 'Your session has ended. Please sign in again.', {
      reason: 'SESSION_ENDED',
    })
  }
  // What is done is done by who looks on, not by the person who is seen.
  request.requestContext.actor = found.seen_by ?? found
  if (found.is_due) await skipOnFullDisk(context, touchSession(context.db, digest, now))
  return found
}

/** Awaits a write of `last_used_at`. A full disk refuses that write alone, so that reads are still served. */
async function skipOnFullDisk({ log }: AppContext, touch: Promise<void>) {
  await touch.catch((error: unknown) => {
    if (!isDiskFull(error)) throw error
    log.warn('last_used_at.skipped', { error })
  })
}

/** Throws 409 `STEP_UP` for critical calls of a juror whose last step-up authentication is too old. */
export async function requireStepUp(
  { config, db, clock }: AppContext,
  call: Endpoint,
  actor: Actor | null,
  request: FastifyRequest,
) {
  if (!config.stepUp || !actor || !needsFreshAuth(call.name)) return
  if (!needsStepUp(actor.identity, actor.rights)) return
  if (isRehearsal(call.name, request.body)) return
  const steppedUpAt = await lastStepUp(db, tokenDigest(tokenOf(request) ?? ''))
  const oldest = clock().getTime() - STEP_UP_HOURS * HOUR_MS
  if (steppedUpAt && steppedUpAt.getTime() > oldest) return
  throw confirmFirst()
}

/** The client asks for a passkey or a code by e-mail, and makes the call again. */
export const confirmFirst = () =>
  new BusinessError(
    409,
    'Confirm that it is you, with a passkey or a code from your e-mail, then try again.',
    { reason: STEP_UP },
  )

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
type KeyRefusal = keyof typeof REFUSALS

/** Browsers write these headers themselves and programs have no reason to. */
const isFromBrowser = ({ headers }: FastifyRequest) =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined

/**
 * The owner of a key as the actor of a call. Throws 401 or 403 with a `KEY_…` reason, each of them logged with the
 * first characters of the key; 429 above the limit of the key.
 */
async function authenticateKey(
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
  if (found.is_due) await skipOnFullDisk(context, touchKey(db, found.key.id, now))
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
