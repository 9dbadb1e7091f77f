import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Answer, Endpoint, Parsed } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { languageOf } from './actor.ts'
import { findActor } from './actor.repository.ts'
import { authenticate } from './authenticate.ts'
import { keyOf } from './authenticate-key.ts'
import { PRIVATE_CACHE, tagJson, writeResponse, type TaggedJson } from './envelope.ts'
import { requirePermission } from './serve.ts'
import { PREVIEW_HEADERS, previewerOf } from './preview-cookie.ts'
import { readInput } from './read-input.ts'

/** A call whose response is the same for every caller: its handler gets no actor. */
export type PublicRead = Endpoint & { readonly method: 'GET'; readonly access: 'public' }
export type PublicHandler<E extends PublicRead> = (
  input: Parsed<E>,
  language: Language,
) => Promise<Answer<E>> | Answer<E>

/** Cache-Control of a visitor's answer: revalidate each time; serve stale for 30 s meanwhile. */
const PUBLIC_CACHE = 'public, max-age=0, stale-while-revalidate=30'
/** The same, and a shared proxy may cache it for 1 s. Not for responses with entries, since a hidden entry must disappear at once. */
export const PROXY_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=30'

/**
 * Runs `work` with a handler that reads the site as the drafts of the programme would make it; undefined for a person
 * who may not see them.
 */
export type Drafted<E extends PublicRead> = (
  userId: string,
  work: (handler: PublicHandler<E>) => Promise<TaggedJson>,
) => Promise<TaggedJson | undefined>

/**
 * Mounts a public read. The answer is parsed by the contract, serialised and tagged once, and cached by
 * call, input and language.
 */
export function servePublic<E extends PublicRead>(
  app: FastifyInstance,
  call: E,
  handler: PublicHandler<E>,
  cacheControl = PUBLIC_CACHE,
  drafted?: Drafted<E>,
) {
  const { publicCache } = app.context

  const actorOf = async (request: FastifyRequest) =>
    request.headers['token'] === undefined && keyOf(request) === undefined
      ? null
      : authenticate(app.context, request, findActor, call)

  app.route({
    method: 'GET',
    url: call.path,
    config: { isPublicRead: true },
    handler: async (request, reply) => {
      request.requestContext.call = call.name
      const actor = await actorOf(request)
      requirePermission(call, actor)
      const language = languageOf(request.headers['accept-language'] ?? actor?.language)
      const input = readInput(call.input, request.query) as Parsed<E>
      const previewer = drafted && previewerOf(app.context, request)
      const preview =
        previewer &&
        (await drafted(previewer, async (handlerThere) =>
          tagJson(call.output.parse(await handlerThere(input, language))),
        ))
      if (preview) {
        void reply.headers(PREVIEW_HEADERS)
        return writeResponse(request, reply, preview, PREVIEW_HEADERS['cache-control'])
      }
      const answer = await publicCache.through(
        `${call.name} ${language} ${JSON.stringify(input)}`,
        async () => tagJson(call.output.parse(await handler(input, language))),
        bytesOf,
      )
      return writeResponse(request, reply, answer, actor ? PRIVATE_CACHE : cacheControl)
    },
  })
}

const bytesOf = ({ json }: TaggedJson) => json.length * 2
