import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from './app-context.ts'

const YEAR_OF_TLS = 'max-age=31536000; includeSubDomains'

/** Tells a browser that came with TLS to stay with it. */
export function tlsHeader({ siteUrl }: AppContext['config']) {
  const hasTls = siteUrl.startsWith('https://')
  return (response: ServerResponse) => {
    if (hasTls) response.setHeader('strict-transport-security', YEAR_OF_TLS)
  }
}

/**
 * What every answer carries: its type is what it says it is, and a browser that came with TLS stays with
 * it. A request is never sent back to who made it (TRACE).
 */
export function safeHeaders(app: FastifyInstance, { config }: AppContext) {
  const stayWithTls = tlsHeader(config)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff')
    // Past the framework, since answers that are written already leave past it too.
    stayWithTls(reply.raw)
    if (request.method !== 'TRACE') return done()
    return void reply.code(405).header('allow', 'GET, HEAD, POST').send()
  })
}
