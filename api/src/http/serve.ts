import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Answer, Parsed } from '@awards/shared/contract'
import { PERMISSIONS, isRefusal, type PermissionRow, type Language } from '@awards/shared/domain'
import type { AppContext } from '../start/app-context.ts'
import { findActor, type FindActor } from './actor.repository.ts'
import { languageOf, type Actor } from './actor.ts'
import { authenticate, requireStepUp } from './authenticate.ts'
import { BusinessError } from './business-error.ts'
import { sendData } from './envelope.ts'
import { readInput } from './read-input.ts'

const ROWS: Readonly<Record<string, PermissionRow>> = PERMISSIONS

/**
 * Refuses a caller whom the matrix refuses whatever the row, and an identity 1 user without the
 * capability the call needs. Row scopes are enforced by the services.
 */
export function requirePermission(call: Endpoint, actor: Actor | null) {
  const row = ROWS[call.name]
  if (!row) throw new Error(`No permissions are written down for ${call.name}`)
  const cell = actor ? row[actor.identity] : row.visitor
  if (isRefusal(cell)) throw refusal(cell)
  const { capability } = row
  if (capability && actor?.identity === 1 && !actor.juror?.capabilities.includes(capability)) {
    throw new BusinessError(
      403,
      'Your account may not do this. Ask the organiser if you need it.',
      {
        reason: 'CAPABILITY',
      },
    )
  }
}

function refusal(code: 401 | 403 | 404): BusinessError {
  if (code === 401) return new BusinessError(401, 'Please sign in to continue.')
  if (code === 403) return new BusinessError(403, 'This page is not open to your account.')
  return new BusinessError(404, 'This does not exist, or is not yours.')
}

declare module 'fastify' {
  interface FastifyInstance {
    context: AppContext
  }
}

/** What a handler knows beside its input. A visitor may call what is public, so `actor` is null there. */
type Call<E extends Endpoint, A extends Actor = Actor> = {
  readonly actor: E['access'] extends 'public' ? A | null : A
  readonly language: Language
  readonly request: FastifyRequest
  /** For a cookie; the answer itself is what the handler gives. */
  readonly reply: FastifyReply
}

type Handler<E extends Endpoint, A extends Actor = Actor> = (
  input: Parsed<E>,
  call: Call<E, A>,
) => Promise<Answer<E>> | Answer<E>

/**
 * Mounts one call of the contract: session, permission matrix, input, handler, output, envelope.
 * The output is parsed too, so a field that the contract does not name cannot leave.
 */
export const serve = <E extends Endpoint>(app: FastifyInstance, call: E, handler: Handler<E>) =>
  serveAs(app, call, findActor, handler)

/** The same where the statement that finds who asks finds what is asked for too. */
export function serveAs<E extends Endpoint, A extends Actor>(
  app: FastifyInstance,
  call: E,
  find: FindActor<A>,
  handler: Handler<E, A>,
) {
  app.route({
    method: methodsOf(call),
    url: call.path,
    handler: async (request, reply) => {
      request.cause.call = call.name
      const actor = await authenticate(app.context, request, find)
      requirePermission(call, actor)
      await requireStepUp(app.context, call, actor, request)
      const sent = request.method === 'GET' ? request.query : (request.body ?? {})
      const input = readInput(call.input, sent) as Parsed<E>
      // The language on screen; a client that names none is answered in that of the account.
      const language = languageOf(request.headers['accept-language'] ?? actor?.language)
      // `requirePermission` has refused a visitor wherever `access` is not public.
      const answer = await handler(input, { actor, language, request, reply } as Call<E, A>)
      // Whoever changes something reads it changed from now on, wherever it is remembered.
      if (actor && request.method !== 'GET') await app.context.publicCache.settle()
      return sendData(request, reply, call.output.parse(answer))
    },
  })
}

// The specification leaves the method of the start-up call open, so both are answered.
const methodsOf = (call: Endpoint) =>
  call.name === 'user/getUserInfo' ? ['GET', 'POST'] : call.method
