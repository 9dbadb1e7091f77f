import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Endpoint, Parsed } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { Actor } from './actor.ts'
import { languageOf } from './actor.ts'
import { findActor, type FindActor } from './actor.repository.ts'
import type { AppContext } from '../start/app-context.ts'
import { authenticate } from './authenticate.ts'
import { sendData } from './envelope.ts'
import { requirePermission } from './permission.ts'
import { readInput } from './read-input.ts'
import { requireStepUp } from './require-step-up.ts'

declare module 'fastify' {
  interface FastifyInstance {
    context: AppContext
  }
}

/** What a handler knows beside its input. A visitor may call what is public, so `actor` is null there. */
export type Call<E extends Endpoint, A extends Actor = Actor> = {
  readonly actor: E['access'] extends 'public' ? A | null : A
  readonly language: Language
  readonly request: FastifyRequest
  /** For a cookie; the answer itself is what the handler gives. */
  readonly reply: FastifyReply
}

export type Handler<E extends Endpoint, A extends Actor = Actor> = (
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
