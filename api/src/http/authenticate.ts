import { hash } from 'node:crypto'
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
import { BusinessError } from './business-error.ts'
import { HOUR_MS } from '../lib/durations.ts'

const TOKEN_SHAPE = /^[A-Za-z0-9_-]{20,128}$/

/** SHA-256 of a session token. Only the hash is stored, so that a copy of the database opens no session. */
export const tokenDigest = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The session token from the header `token`; undefined without one. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers['token']
  return typeof header === 'string' && header !== '' ? header : undefined
}

/** The actor of a request; null without a token. Throws 401 `SESSION_ENDED` for an invalid or expired token. */
export async function authenticate<A extends Actor>(
  context: AppContext,
  request: FastifyRequest,
  find: FindActor<A>,
): Promise<A | null> {
  const token = tokenOf(request)
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
