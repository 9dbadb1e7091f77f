import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Answer, Parsed, ErrorCode, FieldMessages } from '@awards/shared/contract'
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
import { authenticate, requireStepUp, keyOf } from './authenticate.ts'
import { BusinessError } from './business-error.ts'
import { readInput } from './read-input.ts'
import { PREVIEW_HEADERS, previewerOf } from './cookies.ts'
import { hash } from 'node:crypto'

/** The `data` of a response as UTF-8 JSON, and a weak ETag over it. */
type TaggedJson = { readonly json: Buffer; readonly etag: string }

/** Cache-Control of a user's response: revalidate each time, never in a shared cache. */
const PRIVATE_CACHE = 'private, no-cache'
const VARY = 'token, accept-language'
const ENVELOPE_START = Buffer.from('{"code":200,"msg":"ok","data":')

/** Serialises `data` and computes its ETag. */
function tagJson(data: unknown): TaggedJson {
  const json = Buffer.from(JSON.stringify(data))
  return { json, etag: `W/"${hash('sha1', json, 'base64url')}"` }
}

/** Sends a successful GET, or 304 if `If-None-Match` has the same ETag. */
function writeResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, etag }: TaggedJson,
  cacheControl: string,
) {
  void reply.headers({ 'cache-control': cacheControl, vary: VARY, etag })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply
    .type('application/json; charset=utf-8')
    .send(Buffer.concat([ENVELOPE_START, json, Buffer.from(`,"trace_id":"${request.id}"}`)]))
}

/** Sends a success. A GET gets an ETag, since pages refetch at each focus. */
export function sendData(request: FastifyRequest, reply: FastifyReply, data: unknown) {
  if (request.method === 'GET') return writeResponse(request, reply, tagJson(data), PRIVATE_CACHE)
  void reply.headers({ vary: VARY, 'cache-control': 'no-store' })
  return reply.send({ code: 200, msg: 'ok', data, trace_id: request.id })
}

/**
 * Sends an error envelope. Business errors have HTTP status 200, whatever their code (domain page §1, C1); only server
 * failures have a `status` of 500 or 503, so that proxies and monitors see them.
 */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  msg: string | FieldMessages,
  data: object | null = null,
  status: 200 | 500 | 503 = 200,
) {
  request.requestContext.code = code
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ code, msg, data, trace_id: request.id })
}

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
type Drafted<E extends PublicRead> = (
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
