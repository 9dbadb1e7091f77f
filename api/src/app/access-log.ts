import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from './app-context.ts'
import { withCause, type Cause } from './cause.ts'
import { actorFields } from './log.ts'
import { loggedPath } from './logged-path.ts'
import { REQUEST_ID } from './request-id.ts'

declare module 'fastify' {
  interface FastifyRequest {
    cause: Cause
  }
  interface FastifyContextConfig {
    /** Reads for everybody, which act for nobody: their work is not followed back to the request. */
    isForAll?: boolean
  }
}

const SAMPLE = 20
const SLOW_MS = 1_000

/**
 * Numbers, counts and logs requests: each that changed or was refused something, failed or was slow, and
 * one in twenty of those that only read. Never query, body or token.
 */
export function accessLog(app: FastifyInstance, { log, metrics }: AppContext) {
  let reads = 0
  app.decorateRequest('cause')
  app.addHook('onRequest', (request, reply, done) => {
    request.cause = { trace_id: request.id }
    void reply.header(REQUEST_ID, request.id)
    done()
  })
  // After the body: what follows stays with its request, whoever answers meanwhile.
  app.addHook('preHandler', ({ cause, routeOptions }, _reply, done) =>
    routeOptions.config.isForAll ? done() : withCause(cause, done),
  )
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const { statusCode: status, elapsedTime: ms } = reply
    const { call, actor, acts, code = status } = request.cause
    metrics.request(call ?? familyOf(request), code, ms / 1_000)
    const isQuiet = request.method === 'GET' && code < 400 && !acts && ms < SLOW_MS
    if (isQuiet && (reads = (reads + 1) % SAMPLE) !== 0) return
    log[status >= 500 ? 'warn' : 'info']('request', {
      trace_id: request.id,
      method: request.method,
      path: loggedPath(request.url),
      ...(call && { call }),
      ...{ status, code, ms: Math.round(ms) },
      ...(actor && actorFields(actor)),
      ...(acts && { acts }),
    })
  })
}

const UPLOAD = /^\/files\/(upload|resume)\//
const FAMILIES = ['api', 'assets', 'files', 'mfe', 'mfe-b', 'healthz', 'readyz'] as const

/** What is no call of the contract is counted by its first folder, of which there are few. */
function familyOf({ url }: FastifyRequest): string {
  if (UPLOAD.test(url)) return 'upload'
  const [, first = ''] = url.split(/[/?]/, 2)
  return FAMILIES.find((family) => family === first) ?? 'pages'
}
