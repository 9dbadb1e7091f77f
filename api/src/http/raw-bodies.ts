import type { FastifyInstance } from 'fastify'

/** Signed messages are checked over their bytes: the routes of this scope get their bodies unparsed. */
export function rawBodies(scope: FastifyInstance, bodyLimit: number) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
}

/** The bytes of a body; none where nothing was sent. */
export const bytesOf = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
