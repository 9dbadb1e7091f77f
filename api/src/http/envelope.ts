import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, FieldMessages } from '@awards/shared/contract'

/** The `data` of a response as UTF-8 JSON, and a weak ETag over it. */
export type TaggedJson = { readonly json: Buffer; readonly etag: string }

/** Cache-Control of a user's response: revalidate each time, never in a shared cache. */
export const PRIVATE_CACHE = 'private, no-cache'
const VARY = 'token, accept-language'
const ENVELOPE_START = Buffer.from('{"code":200,"msg":"ok","data":')

/** Serialises `data` and computes its ETag. */
export function tagJson(data: unknown): TaggedJson {
  const json = Buffer.from(JSON.stringify(data))
  return { json, etag: `W/"${hash('sha1', json, 'base64url')}"` }
}

/** Sends a successful GET, or 304 if `If-None-Match` has the same ETag. */
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
