import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, FieldMessages } from '@awards/shared/contract'

/** The success of a GET, written out once: its bytes around the trace of each request. */
export type WrittenAnswer = { readonly before: Buffer; readonly tag: string }

const AFTER = '"}'
const VARY = 'token, accept-language'
const JSON_TYPE = 'application/json; charset=utf-8'

/** Writes the envelope of `data`; the tag names its content. */
export function writeAnswer(data: unknown): WrittenAnswer {
  const json = JSON.stringify(data)
  return {
    before: Buffer.from(`{"code":200,"msg":"ok","data":${json},"trace_id":"`),
    tag: `W/"${hash('sha1', json, 'base64url')}"`,
  }
}

/** Sends a success that is written, or says that the caller has it already. */
export function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  { before, tag }: WrittenAnswer,
  cacheControl: string,
) {
  void reply.header('vary', VARY).header('cache-control', cacheControl).header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  const body = Buffer.allocUnsafe(before.length + request.id.length + AFTER.length)
  before.copy(body)
  body.write(request.id + AFTER, before.length, 'latin1')
  return reply.header('content-type', JSON_TYPE).send(body)
}

/** Sends `data` of a success. A GET carries a tag, since screens ask again at each focus. */
export function sendData(request: FastifyRequest, reply: FastifyReply, data: unknown) {
  if (request.method === 'GET') {
    return sendWritten(request, reply, writeAnswer(data), 'private, no-cache')
  }
  void reply.header('vary', VARY).header('cache-control', 'no-store')
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
