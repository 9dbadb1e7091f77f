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
