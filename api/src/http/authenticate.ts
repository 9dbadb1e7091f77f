import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@awards/shared/contract'
import {
  needsFreshAuth,
  isRehearsal,
  needsStepUp,
  STEP_UP,
  STEP_UP_HOURS,
} from '@awards/shared/domain'
import type { AppContext } from '../start/app-context.ts'
import { touchSession, lastStepUp, type FindActor } from './actor.repository.ts'
import type { Actor } from './actor.ts'
import { authenticateKey, keyOf } from './authenticate-key.ts'
import { BusinessError } from './business-error.ts'
import { tokenDigest } from '../lib/signed-token.ts'
import { HOUR_MS } from '../lib/durations.ts'

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
  if (found.is_due) await touchSession(context.db, digest, now)
  return found
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
