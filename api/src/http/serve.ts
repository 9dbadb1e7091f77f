import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Answer, Parsed } from '@awards/shared/contract'
import {
  isOpenToSeeAs,
  isRefusal,
  PERMISSIONS,
  SEE_AS,
  type Language,
  type PermissionRow,
} from '@awards/shared/domain'
import type { AppContext } from '../start/app-context.ts'
import { findActor, type FindActor } from './actor.repository.ts'
import { effectiveRights, languageOf, type Actor } from './actor.ts'
import { authenticate, requireStepUp } from './authenticate.ts'
import { BusinessError } from './business-error.ts'
import { sendData } from './envelope.ts'
import { readInput } from './read-input.ts'

const ROWS: Readonly<Record<string, PermissionRow>> = PERMISSIONS

/**
 * Throws 401, 403 or 404 if the permission matrix refuses the role of the caller, and 403 `CAPABILITY` if an identity 1
 * user lacks the capability. A right of the account opens its calls to any identity; `JUDGES` while it rests. Who sees
 * the site as somebody else makes no call that changes something: 403 `SEE_AS`. Services enforce row scopes.
 */
export function requirePermission(call: Endpoint, actor: Actor | null) {
  const row = ROWS[call.name]
  if (!row) throw new Error(`No permissions are written down for ${call.name}`)
  if (actor?.seen_by && !isOpenToSeeAs(call)) throw onlyLooking()
  const { capability, right } = row
  if (right && actor?.rights.includes(right)) {
    if (effectiveRights(actor).includes(right)) return
    throw restingRights()
  }
  const cell = actor ? row[actor.identity] : row.visitor
  if (isRefusal(cell)) throw refusalError(cell)
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

const onlyLooking = () =>
  new BusinessError(
    403,
    'You see the site as another person, so nothing can be changed. End that first.',
    { reason: SEE_AS },
  )

const restingRights = () =>
  new BusinessError(
    403,
    'You judge in an edition whose judging is open. Your rights at the desk rest until its results are out.',
    { reason: 'JUDGES' },
  )

function refusalError(code: 401 | 403 | 404): BusinessError {
  if (code === 401) return new BusinessError(401, 'Please sign in to continue.')
  if (code === 403) return new BusinessError(403, 'This page is not open to your account.')
  return new BusinessError(404, 'This does not exist, or is not yours.')
}

declare module 'fastify' {
  interface FastifyInstance {
    context: AppContext
  }
}

/** What a handler gets beside its input. `actor` may be null in public calls only. */
type Call<E extends Endpoint, A extends Actor = Actor> = {
  readonly actor: E['access'] extends 'public' ? A | null : A
  readonly language: Language
  readonly request: FastifyRequest
  /** For cookies and headers; the handler returns the data. */
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

/** Like `serve`, with another query for the actor, which may select more than the actor (saves a query). */
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
      request.requestContext.call = call.name
      const actor = await authenticate(app.context, request, find, call)
      requirePermission(call, actor)
      await requireStepUp(app.context, call, actor, request)
      const sent = request.method === 'GET' ? request.query : (request.body ?? {})
      const input = readInput(call.input, sent) as Parsed<E>
      // The client sends the language on screen; without one, the language of the account.
      const language = languageOf(request.headers['accept-language'] ?? actor?.language)
      // The cast is safe: `requirePermission` refuses visitors unless `access` is public.
      const answer = await handler(input, { actor, language, request, reply } as Call<E, A>)
      // Read-your-writes: waits until the public cache of this process has dropped stale responses.
      if (actor && request.method !== 'GET') await app.context.publicCache.settle()
      return sendData(request, reply, call.output.parse(answer))
    },
  })
}

// The specification leaves the method of this call open.
const methodsOf = (call: Endpoint) =>
  call.name === 'user/getUserInfo' ? ['GET', 'POST'] : call.method
