import type { FastifyInstance } from 'fastify'
import { actorFields } from '../observability/log.ts'
import type { AppContext } from '../start/app-context.ts'
import { withRequestContext, REQUEST_ID, type RequestContext } from './request-context.ts'

/** Addresses that are keys themselves: whoever holds one may read or write what is behind it. */
const KEYS = /^(\/files\/(?:upload|resume|sheet)\/).+/

/** The path of a request as it may be written down: without its query, and without the key that it may be. */
export function loggedPath(url: string): string {
  const path = url.split('?')[0] ?? ''
  // The router decodes too, so that another spelling leads to the same place.
  const key = KEYS.exec(decoded(path))
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
    cause: RequestContext
  }
  interface FastifyContextConfig {
    /** Reads for everybody, which act for nobody: their work is not followed back to the request. */
    isForAll?: boolean
  }
}

const SAMPLE = 20
const SLOW_MS = 1_000

/** A request that was answered, in this many milliseconds. */
type Answered = { method: string; url: string; status: number; ms: number; cause: RequestContext }

/**
 * Counts and logs what was answered: each that changed or was refused something, failed or was slow, and
 * one in twenty of those that only read. Never query, body or token.
 */
function createRequestLogger({ log, metrics }: AppContext) {
  let reads = 0
  return ({ method, url, status, ms, cause }: Answered) => {
    const { call, actor, acts, code = status } = cause
    metrics.request(call ?? familyOf(url), code, ms / 1_000)
    const isQuiet = method === 'GET' && code < 400 && !acts && ms < SLOW_MS
    if (isQuiet && (reads = (reads + 1) % SAMPLE) !== 0) return
    log[status >= 500 ? 'warn' : 'info']('request', {
      trace_id: cause.trace_id,
      method,
      path: loggedPath(url),
      ...(call && { call }),
      status,
      code,
      ms: Math.round(ms),
      ...(actor && actorFields(actor)),
      ...(acts && { acts }),
    })
  }
}

/** Numbers requests, and tells of each once it is answered. */
export function accessLog(app: FastifyInstance, context: AppContext) {
  const logRequest = createRequestLogger(context)
  app.decorateRequest('cause')
  app.addHook('onRequest', (request, reply, done) => {
    request.cause = { trace_id: request.id }
    void reply.header(REQUEST_ID, request.id)
    done()
  })
  // After the body: what follows stays with its request, whoever answers meanwhile.
  app.addHook('preHandler', ({ cause, routeOptions }, _reply, done) =>
    routeOptions.config.isForAll ? done() : withRequestContext(cause, done),
  )
  app.addHook('onResponse', ({ method, url, cause }, { statusCode, elapsedTime }, done) => {
    done()
    logRequest({ method, url, status: statusCode, ms: elapsedTime, cause })
  })
}

const UPLOAD = /^\/files\/(upload|resume)\//
const FAMILIES = ['api', 'assets', 'files', 'mfe', 'mfe-b', 'healthz', 'readyz'] as const

/** What is no call of the contract is counted by its first folder, of which there are few. */
function familyOf(url: string): string {
  if (UPLOAD.test(url)) return 'upload'
  const [, first = ''] = url.split(/[/?]/, 2)
  return FAMILIES.find((family) => family === first) ?? 'pages'
}
