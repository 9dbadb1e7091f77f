import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, FieldMessages } from '@awards/shared/contract'

/** The data of an answer as JSON in UTF-8, and the weak ETag that names its content whoever asks. */
export type TaggedJson = { readonly json: Buffer; readonly etag: string }

/** For one person: revalidated each time, never kept by a shared cache. */
export const FOR_ONE = 'private, no-cache'
const VARY = 'token, accept-language'
const BEFORE = Buffer.from('{"code":200,"msg":"ok","data":')

export function tagJson(data: unknown): TaggedJson {
  const json = Buffer.from(JSON.stringify(data))
  return { json, etag: `W/"${hash('sha1', json, 'base64url')}"` }
}

/** Writes the success of a GET, or 304 where the caller has the same data already. */
export function writeResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { json, etag }: TaggedJson,
  cacheControl: string,
) {
  void reply.headers({ 'cache-control': cacheControl, vary: VARY, etag })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply
    .type('application/json; charset=utf-8')
    .send(Buffer.concat([BEFORE, json, Buffer.from(`,"trace_id":"${request.id}"}`)]))
}

/** Sends `data` of a success. A GET carries an ETag: screens ask again at each focus. */
export function sendData(request: FastifyRequest, reply: FastifyReply, data: unknown) {
  if (request.method === 'GET') return writeResponse(request, reply, tagJson(data), FOR_ONE)
  void reply.headers({ vary: VARY, 'cache-control': 'no-store' })
  return reply.send({ code: 200, msg: 'ok', data, trace_id: request.id })
}

/**
 * Sends a refusal: business errors travel in an HTTP 200 answer (domain page §1, C1), whatever their code.
 * A `status` of its own has what no caller can put right, so that proxies and monitors see it.
 */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  msg: string | FieldMessages,
  data: object | null = null,
  status: 200 | 500 | 503 = 200,
) {
  request.cause.code = code
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ code, msg, data, trace_id: request.id })
}
