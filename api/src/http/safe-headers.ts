import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../start/app-context.ts'

const YEAR_OF_TLS = 'max-age=31536000; includeSubDomains'

/**
 * Headers of every answer: the content type is not guessed (nosniff), and HSTS where the site has TLS. A request
 * is never sent back to who made it (TRACE).
 */
export function safeHeaders(app: FastifyInstance, { config }: AppContext) {
  const hsts = config.siteUrl.startsWith('https://') && YEAR_OF_TLS
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff')
    if (hsts) void reply.header('strict-transport-security', hsts)
    if (request.method !== 'TRACE') return done()
    return void reply.code(405).header('allow', 'GET, HEAD, POST').send()
  })
}

/** The page needs its own style and its own form, and nothing else. */
export const inlinePageHeaders = (nonce: string) => ({
  'content-security-policy':
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; ` +
    "base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})
