import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../start/app-context.ts'

const HSTS = 'max-age=31536000; includeSubDomains'

/** Security headers of every response: nosniff, and HSTS if the site uses TLS. Refuses TRACE with 405. */
export function safeHeaders(app: FastifyInstance, { config }: AppContext) {
  const hsts = config.siteUrl.startsWith('https://') && HSTS
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-content-type-options', 'nosniff')
    if (hsts) void reply.header('strict-transport-security', hsts)
    if (request.method !== 'TRACE') return done()
    return void reply.code(405).header('allow', 'GET, HEAD, POST').send()
  })
}

/** Headers of a small server-rendered page: its CSP allows one inline style (by nonce) and its own form only. */
export const inlinePageHeaders = (nonce: string) => ({
  'content-security-policy':
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; ` +
    "base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
})
