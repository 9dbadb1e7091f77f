import type { FastifyInstance } from 'fastify'

/** JSON alone is read as a body: a form of another site cannot make a call. Nothing is `{}`. */
export function jsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parseJson(request, String(body), done)
  })
}

/** Signed messages are checked over their bytes: the routes of this scope get their bodies unparsed. */
export function rawBodies(scope: FastifyInstance, bodyLimit: number) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
}

/** The bytes of a body; none where nothing was sent. */
export const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
