import { transcode } from 'node:buffer'
import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode, FieldMessages } from '@awards/shared/contract'
import { REQUEST_ID } from './request-id.ts'

/**
 * The success of a GET, written out once. Whoever is given it later reads the trace of the request for
 * which it was made, as from any cache on the way. What is kept is UTF-8 with a letter for each byte, since
 * Node sends a text in one piece with its head, and bytes in two.
 */
export type WrittenAnswer = {
  readonly body: string
  readonly encoding: 'latin1' | 'utf8'
  readonly tag: string
  /** Names and values in turns, which Node writes as they stand: of the answer, and of a 304 in its place. */
  readonly headers: readonly string[]
  readonly unchanged: readonly string[]
}

/** For one person: asked for again each time. */
const FOR_ONE = 'private, no-cache'
const VARY = 'token, accept-language'

const BEFORE = '{"code":200,"msg":"ok","data":'

// A text with a Chinese title takes `Buffer.from` twice as long, others a fifth; JSON has no half of a pair.
const WIDE = /[\u0100-\uffff]/
const utf8 = (text: string) =>
  WIDE.test(text) ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8') : Buffer.from(text)

/** Writes the envelope of data that is JSON already; the tag names its content. */
export function writeAnswer(json: string, trace: string, cacheControl: string): WrittenAnswer {
  const after = `,"trace_id":"${trace}"}`
  const bytes = utf8(BEFORE + json + after)
  const content = bytes.subarray(BEFORE.length, bytes.length - after.length)
  const body = bytes.toString('latin1')
  return { body, encoding: 'latin1', ...headersOf(bytes.length, tagOf(content), cacheControl) }
}

/** The same for one caller, of whom nothing is kept. */
function writeOnce(json: string, trace: string): WrittenAnswer {
  const body = `${BEFORE}${json},"trace_id":"${trace}"}`
  const length = Buffer.byteLength(body)
  return { body, encoding: 'utf8', ...headersOf(length, tagOf(json), FOR_ONE) }
}

/** A kept answer as one caller gets it. */
export const forOne = (written: WrittenAnswer): WrittenAnswer => ({
  ...written,
  ...headersOf(written.body.length, written.tag, FOR_ONE),
})

const tagOf = (content: Buffer | string) => `W/"${hash('sha1', content, 'base64url')}"`

function headersOf(length: number, tag: string, cacheControl: string) {
  const unchanged = [
    'x-content-type-options',
    'nosniff',
    'cache-control',
    cacheControl,
    'vary',
    VARY,
    'etag',
    tag,
  ]
  const headers = [
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(length),
    ...unchanged,
  ]
  return { tag, unchanged, headers }
}

/** Sends a success that is written, or says that the caller has it already. */
export function sendWritten(request: FastifyRequest, reply: FastifyReply, written: WrittenAnswer) {
  // Past what a framework does for an answer that is not known yet: this one is ready to leave.
  reply.hijack()
  const { raw } = reply
  // What is ready in one turn of the event loop leaves together, after all of it (docs/adr/0041).
  setImmediate(() => leave(raw, request.headers['if-none-match'], request.id, written))
  return reply
}

/** The same past the framework, for a request with this number; `always` are headers of every answer. */
export function leave(
  response: ServerResponse,
  known: string | undefined,
  id: string,
  { body, encoding, tag, headers, unchanged }: WrittenAnswer,
  always: readonly string[] = [],
) {
  if (known === tag) {
    response.writeHead(304, [...unchanged, REQUEST_ID, id, ...always]).end()
    return
  }
  response.writeHead(200, [...headers, REQUEST_ID, id, ...always]).end(body, encoding)
}

/** Sends `data` of a success. A GET carries a tag, since screens ask again at each focus. */
export function sendData(request: FastifyRequest, reply: FastifyReply, data: unknown) {
  if (request.method === 'GET') {
    return sendWritten(request, reply, writeOnce(JSON.stringify(data), request.id))
  }
  void reply.header('vary', VARY).header('cache-control', 'no-store')
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
