import type { FastifyInstance } from 'fastify'
import type { AppContext } from './app-context.ts'
import { loggedPath } from './logged-path.ts'

const SAMPLE = 20
const SLOW_MS = 1_000

/** Logs one request in twenty, and each that failed or was slow. Never query, body or token. */
export function accessLog(app: FastifyInstance, { log }: AppContext) {
  let seen = 0
  app.addHook('onResponse', (request, reply, done) => {
    done()
    seen += 1
    const failed = reply.statusCode >= 500
    if (seen % SAMPLE !== 0 && !failed && reply.elapsedTime < SLOW_MS) return
    log.info('request', {
      trace_id: request.id,
      method: request.method,
      path: loggedPath(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    })
  })
}
