import { transcode } from 'node:buffer'
import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, FieldMessages } from '@awards/shared/contract'

/**
 * The success of a GET, written out once. Whoever is given it later reads the trace of the request for
 * which it was made, as from any cache on the way.
 */
export type WrittenAnswer<Body extends Buffer | string = Buffer> = {
  readonly body: Body
  readonly tag: string
  readonly headers: Readonly<Record<string, string | number>>
}

/** For one person: asked for again each time. */
export const FOR_ONE = 'private, no-cache'
const VARY = 'token, accept-language'

const BEFORE = '{"code":200,"msg":"ok","data":'

// A text with a Chinese title takes `Buffer.from` twice as long, others a fifth; JSON has no half of a pair.
const WIDE = /[\u0100-\uffff]/
const utf8 = (text: string) =>
  WIDE.test(text) ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') : Buffer.from(text)

/** Writes the envelope of data that is JSON already; the tag names its content. */
export function writeAnswer(json: string, trace: string, cacheControl: string): WrittenAnswer {
  const after = `,"trace_id":"${trace}"}`
  const body = utf8(BEFORE + json + after)
  return tagged(body, body.subarray(BEFORE.length, body.length - after.length), cacheControl)
}

/** The same for one caller: a text leaves faster than its bytes where they are not kept. */
const writeOnce = (json: string, trace: string) =>
  tagged(`${BEFORE}${json},"trace_id":"${trace}"}`, json, FOR_ONE)

function tagged<Body extends Buffer | string>(
  body: Body,
  content: Buffer | string,
  cacheControl: string,
): WrittenAnswer<Body> {
  const tag = `W/"${hash('sha1', content, 'base64url')}"`
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-content-type-options': 'nosniff',
    'cache-control': cacheControl,
    vary: VARY,
    etag: tag,
  }
  return { body, tag, headers }
}

/** Sends a success that is written, or says that the caller has it already. */
export function sendWritten(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, tag, headers }: WrittenAnswer<Buffer | string>,
) {
  if (request.headers['if-none-match'] === tag) {
    const { 'content-length': _length, 'content-type': _type, ...rest } = headers
    return reply.code(304).headers(rest).send()
  }
  // Past what a framework does for an answer that is not known yet: this one is ready to leave.
  reply.hijack()
  reply.raw.writeHead(200, { ...headers, 'x-request-id': request.id })
  reply.raw.end(body)
  return reply
}

/** Sends `data` of a success. A GET carries a tag, since screens ask again at each focus. */
export function sendData(request: FastifyRequest, reply: FastifyReply, data: unknown) {
  if (request.method === 'GET') {
    return sendWritten(request, reply, writeOnce(JSON.stringify(data), request.id))
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
  request.cause.code = code
  return reply
    .code(code === 500 || code === 503 ? code : 200)
    .header('cache-control', 'no-store')
    .send({ code, msg, data, trace_id: request.id })
}
