import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../start/app-context.ts'
import type { Actor } from './actor.ts'
import { BusinessError } from './business-error.ts'
import { noteUse, type FindActor } from './actor.repository.ts'

const TOKEN_SHAPE = /^[A-Za-z0-9_-]{20,128}$/

/** Only the digest of a token is stored, so a copy of the database opens no session. */
export const tokenDigest = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The token of the header `token`, or undefined when none was sent. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers['token']
  return typeof header === 'string' && header !== '' ? header : undefined
}

/** Who sent the request; null without a token. A token that is no longer good is a 401. */
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
  request.cause.actor = found
  if (found.is_due) await noteUse(context.db, digest, now)
  return found
}
