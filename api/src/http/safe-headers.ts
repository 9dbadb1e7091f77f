import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../start/app-context.ts'

const YEAR_OF_TLS = ['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const

/** The header that tells a browser that came with TLS to stay with it, as a name and its value. */
export const stayWithTls = ({ siteUrl }: AppContext['config']) =>
  siteUrl.startsWith('https://') ? YEAR_OF_TLS : []

/**
 * What every answer carries: its type is what it says it is, and a browser that came with TLS stays with
 * it. A request is never sent back to who made it (TRACE).
 */
export function safeHeaders(app: FastifyInstance, { config }: AppContext) {
  const [name, value] = stayWithTls(config)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff')
    // Past the framework, since answers that are written already leave past it too.
    if (name) reply.raw.setHeader(name, value)
    if (request.method !== 'TRACE') return done()
    return void reply.code(405).header('allow', 'GET, HEAD, POST').send()
  })
}
