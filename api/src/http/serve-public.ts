import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answer, Endpoint, Parsed } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { findActor } from './actor.repository.ts'
import { authenticate } from './authenticate.ts'
import { forOne, sendWritten, writeAnswer, type WrittenAnswer } from './envelope.ts'
import { visitorLanguage } from './known-answers.ts'
import { requirePermission } from './permission.ts'
import { readInput } from './read-input.ts'

/** A call that answers everybody alike: its handler does not learn who asks. */
type PublicRead = Endpoint & { readonly method: 'GET'; readonly access: 'public' }
export type PublicHandler<E extends PublicRead> = (
  input: Parsed<E>,
  language: Language,
) => Promise<Answer<E>> | Answer<E>

/** Whoever keeps it asks again each time, and may show what it has for half a minute meanwhile. */
const FOR_ALL = 'public, max-age=0, stale-while-revalidate=30'
/** Longer addresses are answered like others, but their spelling is not remembered. */
const ADDRESS_LIMIT = 300

/** Mounts a public read; its output is parsed by the contract when it is made. */
export const servePublic = <E extends PublicRead>(
  app: FastifyInstance,
  call: E,
  handler: PublicHandler<E>,
) =>
  servePublicJson(app, call, async (input, language) =>
    JSON.stringify(call.output.parse(await handler(input, language))),
  )

/**
 * The same where the data is JSON when it leaves the database; a test compares it with the contract.
 * What is answered is remembered by call, input and language, so that most requests are answered by
 * their address alone.
 */
export function servePublicJson<E extends PublicRead>(
  app: FastifyInstance,
  call: E,
  handler: (input: Parsed<E>, language: Language) => Promise<string>,
) {
  const { publicCache } = app.context

  async function answerAnew(request: FastifyRequest, reply: FastifyReply) {
    const { token, 'accept-language': wanted } = request.headers
    const actor = token === undefined ? null : await authenticate(app.context, request, findActor)
    requirePermission(call, actor)
    const language = visitorLanguage(wanted ?? actor?.language)
    const input = readInput(call.input, request.query) as Parsed<E>
    const key = `${call.name} ${language} ${JSON.stringify(input)}`
    // Who is read in the same turn is read first: questions to the database then leave together.
    await endOfTurn()
    const written = await publicCache.through(
      key,
      async () => writeAnswer(await handler(input, language), request.id, FOR_ALL),
      bytesOf,
    )
    if (request.url.length <= ADDRESS_LIMIT && publicCache.holds(key))
      app.knownAddresses[language].set(request.url, { key, call: call.name })
    return sendWritten(request, reply, actor ? forOne(written) : written)
  }

  app.route({
    method: 'GET',
    url: call.path,
    config: { isForAll: true },
    handler: (request, reply) => {
      request.cause.call = call.name
      return answerAnew(request, reply)
    },
  })
}

const bytesOf = ({ body }: WrittenAnswer) => body.length
