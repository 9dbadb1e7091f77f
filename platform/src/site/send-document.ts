import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { registryPaths } from '@awards/shared/platform'

/**
 * Headers of every HTML answer. The nonce is for the styles that antd writes while it runs. Of the two
 * names of Trusted Types the shell's first module takes `default`, text of the programme the second, and the
 * script that starts a page with content the third.
 */
export const securityHeaders = (nonce: string) => ({
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types default awards-html awards-start',
    `report-uri ${registryPaths.reports}`,
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
})

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Each document is compressed for one request: what takes a millisecond is good enough. */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 5
/** Stands for the nonce where equal documents have to look equal. */
const ANY_NONCE = 'nonce'

async function compressed(request: FastifyRequest, html: string) {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    }
    return { encoding: 'br', body: await compressBrotli(html, { params }) }
  }
  if (/\bgzip\b/.test(accepted)) {
    return { encoding: 'gzip', body: await compressGzip(html, { level: GZIP_LEVEL }) }
  }
  return { encoding: undefined, body: html }
}

type Sent = {
  readonly status: 200 | 404
  readonly render: (nonce: string) => string
  /** What the answer depends on beside its address. */
  readonly vary: readonly string[]
  /** Another visitor may get something else at the same choices. */
  readonly isPersonal: boolean
}

/**
 * Sends a document. Its tag leaves the nonce out, and an answer without a body leaves the policy out:
 * the browser goes on with the document it has, and with the nonce that belongs to it.
 */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, render, vary, isPersonal }: Sent,
) {
  const known = createHash('sha256').update(render(ANY_NONCE)).digest('base64url').slice(0, 22)
  const etag = `W/"${known}"`
  void reply
    .code(status)
    .header('cache-control', isPersonal ? 'private, no-cache' : 'no-cache')
    .header('vary', ['Accept-Encoding', ...vary].join(', '))
    .header('etag', etag)
  const isKnown = status === 200 && request.headers['if-none-match'] === etag
  if (isKnown) return reply.code(304).send()
  const nonce = randomBytes(18).toString('base64')
  const { encoding, body } = await compressed(request, render(nonce))
  if (encoding) void reply.header('content-encoding', encoding)
  return reply.headers(securityHeaders(nonce)).type('text/html; charset=utf-8').send(body)
}
