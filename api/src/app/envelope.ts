import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, FieldMessages } from '@awards/shared/contract'

/** Sends `data` of a success. A GET carries a tag, since screens ask again at each focus. */
export function sendData(request: FastifyRequest, reply: FastifyReply, data: unknown) {
  void reply.header('vary', 'token, accept-language')
  if (request.method !== 'GET') {
    void reply.header('cache-control', 'no-store')
    return reply.send({ code: 200, msg: 'ok', data, trace_id: request.id })
  }
  const tag = `W/"${createHash('sha1').update(JSON.stringify(data)).digest('base64url')}"`
  void reply.header('cache-control', 'private, no-cache').header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply.send({ code: 200, msg: 'ok', data, trace_id: request.id })
}

/** Sends a refusal: business errors travel in an HTTP 200 answer (domain page §1, C1). */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
  msg: string | FieldMessages,
  data: object | null = null,
) {
  return reply
    .code(code === 500 || code === 503 ? code : 200)
    .header('cache-control', 'no-store')
    .send({ code, msg, data, trace_id: request.id })
}
