import type { FastifyError, FastifyInstance } from 'fastify'
import { BusinessError } from '../../../api/src/http/business-error.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { channelsRoutes, publishRoutes } from './channels.routes.ts'
import { Refusal } from './registry-input.ts'

const UNREADABLE: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'Send a release with content-type: application/gzip, everything else as application/json.',
}

// SQLSTATEs for NUL and lone surrogates, which PostgreSQL stores neither in `text` nor in `jsonb`.
const UNSTORABLE = new Set(['22021', '22P05', '22P02'])

/**
 * Configures the scope of the registry's API: real HTTP status codes, no caching, and archives as unread streams, so
 * that authentication comes before the body.
 */
function registryScope(scope: FastifyInstance, { log }: AppContext) {
  scope.addContentTypeParser(['application/gzip', 'application/x-gzip'], (_request, body, done) =>
    done(null, body),
  )

  scope.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  })

  scope.setErrorHandler((error: FastifyError | Refusal | BusinessError, request, reply) => {
    if (error instanceof Refusal) {
      if (error.status === 401) void reply.header('www-authenticate', 'Bearer')
      return reply.code(error.status).send(error.body)
    }
    if (error instanceof BusinessError) {
      const seconds = Number(error.data?.['retry_after'] ?? 60)
      return reply
        .code(429)
        .header('retry-after', seconds)
        .send({ error: 'too_many_attempts', message: error.message })
    }
    if (UNSTORABLE.has(error.code)) {
      const message = 'A text has characters that cannot be kept. Take them out.'
      return reply.code(422).send({ error: 'invalid', message })
    }
    const { statusCode = 500 } = error
    if (statusCode >= 400 && statusCode < 500) {
      const message = UNREADABLE[error.code] ?? `The request cannot be read: ${error.message}`
      return reply.code(statusCode).send({ error: 'unreadable', message })
    }
    log.error('registry.failed', { trace_id: request.id, path: request.url.split('?')[0], error })
    const message =
      'The registry could not do this. Look at what the channel has before you try again. ' +
      `Reference: ${request.id}`
    return reply.code(500).send({ error: 'internal', message })
  })

  scope.all('/api/registry/*', () => {
    throw new Refusal(404, 'not_found', 'The registry has no such address or method.')
  })
}

/** The HTTP API of the release registry (ADR 9), for command line and CI. */
export function registryRoutes(app: FastifyInstance, context: AppContext) {
  void app.register(async (scope) => {
    registryScope(scope, context)
    publishRoutes(scope, context)
    channelsRoutes(scope, context)
  })
}
