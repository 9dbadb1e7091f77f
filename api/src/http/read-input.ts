import type { z } from 'zod'
import type { FieldMessages } from '@awards/shared/contract'
import { BusinessError } from './business-error.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const DEPTH_LIMIT = 32
const NUL_MESSAGE = 'This text has a character that cannot be stored. Please type it again.'

/** Parses an input; throws a 422 with all messages by dotted path (`designers.0.name`), or a 400 if it is nested too deeply. */
export function readInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const fields: FieldMessages = {}
  rejectNul(sent, [], fields)
  const parsed = schema.safeParse(sent)
  if (!parsed.success) collect(parsed.error, fields)
  if (!parsed.success || Object.keys(fields).length > 0) throw new BusinessError(422, fields)
  return parsed.data
}

function collect(error: z.ZodError, fields: FieldMessages) {
  for (const issue of error.issues) addMessage(fields, issue.path, issue.message)
}

function addMessage(fields: FieldMessages, path: readonly PropertyKey[], message: string) {
  const key = path.map(String).join('.') || 'form'
  const messages = Object.hasOwn(fields, key) ? (fields[key] ?? []) : []
  if (!messages.includes(message)) fields[key] = [...messages, message]
}

// PostgreSQL cannot store NUL, nor a lone surrogate in JSON; without this check a text with %00 would be a 500.
function rejectNul(value: unknown, path: readonly string[], fields: FieldMessages) {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) addMessage(fields, path, NUL_MESSAGE)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length >= DEPTH_LIMIT) {
    throw new BusinessError(400, 'The request is nested too deeply. Please reload and try again.')
  }
  for (const [key, part] of Object.entries(value)) rejectNul(part, [...path, key], fields)
}

/** Accepts JSON bodies only, so that a form of another site cannot make a call (CSRF). An empty body is `{}`. */
export function jsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parseJson(request, String(body), done)
  })
}

/** Leaves the bodies of this scope unparsed, as buffers: signatures of webhooks are verified over the raw bytes. */
export function rawBodies(scope: FastifyInstance, bodyLimit: number) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
}

/** The raw bytes of a body; empty without one. */
export const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** Whether the client names this encoding in Accept-Encoding, and not with `q=0`, which refuses it (RFC 9110 §12.5.3). */
export function acceptsEncoding({ headers }: FastifyRequest, encoding: string): boolean {
  const accepted = String(headers['accept-encoding'] ?? '').toLowerCase()
  const codings = accepted.split(',').map((one) => one.split(';').map((part) => part.trim()))
  const found = codings.find(([name]) => name === encoding)
  return found !== undefined && !found.some((part) => /^q=0(\.0*)?$/.test(part))
}
