import type { FastifyInstance, FastifyRequest } from 'fastify'

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
