import type { FastifyInstance } from 'fastify'
import { actorFields } from '../observability/log.ts'
import type { AppContext } from '../start/app-context.ts'
import { withRequestContext, REQUEST_ID, type RequestContext } from './request-context.ts'

/** Paths that contain a secret token, which grants access to a file or to a preview. */
const SECRET_PATHS = /^(\/files\/(?:upload|resume|sheet)\/|\/drafts\/).+/

/** The path of a request for logs: without its query, and with a secret token replaced by `…`. */
export function loggedPath(url: string): string {
  const path = url.split('?')[0] ?? ''
  // Decodes like the router: a percent-encoded path reaches the same route.
  const key = SECRET_PATHS.exec(decoded(path))
  return key ? `${key[1]}…` : path
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    requestContext: RequestContext
  }
  interface FastifyContextConfig {
    /** A public read, which may be shared by several requests: it runs without a request context. */
    isPublicRead?: boolean
  }
}

const READ_SAMPLE = 20
const SLOW_MS = 1_000

/** A completed request; `ms` is its duration. */
type CompletedRequest = {
  method: string
  url: string
  status: number
  ms: number
  context: RequestContext
}

/**
 * Counts every request. Logs requests that wrote, were refused, failed or were slow, and a sample of one in twenty
 * reads. Never logs query, body or token.
 */
function createRequestLogger({ log, metrics }: AppContext) {
  let reads = 0
  return ({ method, url, status, ms, context }: CompletedRequest) => {
    const { call, actor, key, acts, code = status } = context
    metrics.request(call ?? routeFamily(url), code, ms / 1_000)
    const isQuiet = method === 'GET' && code < 400 && !acts && ms < SLOW_MS
    if (isQuiet && (reads = (reads + 1) % READ_SAMPLE) !== 0) return
    log[status >= 500 ? 'warn' : 'info']('request', {
      trace_id: context.trace_id,
      method,
      path: loggedPath(url),
      ...(call && { call }),
      status,
      code,
      ms: Math.round(ms),
      ...(actor && actorFields(actor)),
      ...(key && { key }),
      ...(acts && { acts }),
    })
  }
}

/** Mounts request ids, request contexts and the access log. */
export function accessLog(app: FastifyInstance, context: AppContext) {
  const logRequest = createRequestLogger(context)
  app.decorateRequest('requestContext')
  app.addHook('onRequest', (request, reply, done) => {
    request.requestContext = { trace_id: request.id }
    void reply.header(REQUEST_ID, request.id)
    done()
  })
  // In preHandler, after the body is read: earlier async steps would lose the AsyncLocalStorage context.
  app.addHook('preHandler', ({ requestContext, routeOptions }, _reply, done) =>
    routeOptions.config.isPublicRead ? done() : withRequestContext(requestContext, done),
  )
  app.addHook(
    'onResponse',
    ({ method, url, requestContext }, { statusCode, elapsedTime }, done) => {
      done()
      logRequest({ method, url, status: statusCode, ms: elapsedTime, context: requestContext })
    },
  )
}

const UPLOAD = /^\/files\/(upload|resume)\//
const FAMILIES = ['api', 'assets', 'files', 'mfe', 'mfe-b', 'healthz', 'readyz'] as const

/** Metric label of a path that is no call of the contract: its first segment, from a fixed list to bound cardinality. */
function routeFamily(url: string): string {
  if (UPLOAD.test(url)) return 'upload'
  const [, first = ''] = url.split(/[/?]/, 2)
  return FAMILIES.find((family) => family === first) ?? 'pages'
}
