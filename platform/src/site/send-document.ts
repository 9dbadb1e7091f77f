import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { registryPaths } from '@awards/shared/releases'
import { acceptsEncoding } from '../../../api/src/http/read-input.ts'

/**
 * Security headers of HTML documents. The nonce is for styles that antd inserts at run time. Trusted Types policies:
 * `default` of the shell's first module, `awards-html` for texts of the programme, `awards-start` of the start script.
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

/** Browsers block a script without a digest, or not in CORS mode, wherever its tag comes from. */
const INTEGRITY_HEADERS = {
  'integrity-policy': 'blocked-destinations=(script), endpoints=(site)',
  'reporting-endpoints': `site="${registryPaths.reports}"`,
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Low quality: each document is compressed for one request, in about a millisecond. */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 5
/** Replaces the nonce in the ETag, so that equal documents have equal tags. */
const PLACEHOLDER_NONCE = 'nonce'

async function compress(request: FastifyRequest, html: string) {
  if (acceptsEncoding(request, 'br')) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    }
    return { encoding: 'br', body: await compressBrotli(html, { params }) }
  }
  if (acceptsEncoding(request, 'gzip')) {
    return { encoding: 'gzip', body: await compressGzip(html, { level: GZIP_LEVEL }) }
  }
  return { encoding: undefined, body: html }
}

type DocumentAnswer = {
  readonly status: 200 | 404
  readonly render: (nonce: string) => string
  /** Whether shell and releases request every script as `Integrity-Policy` demands. */
  readonly isSealed: boolean
  /** Request headers for `Vary`, beside Accept-Encoding. */
  readonly vary: readonly string[]
  /** Differs by visitor, so shared caches must not store it. */
  readonly isPersonal: boolean
  /** Answers a form: no cache may store it. */
  readonly isOnce: boolean
}

/**
 * Sends a document, compressed, with an ETag without the nonce. A 304 has no security headers, so that the browser keeps
 * the cached ones, whose nonce belongs to the cached document.
 */
export async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, render, isSealed, vary, isPersonal, isOnce }: DocumentAnswer,
) {
  const digest = createHash('sha256')
    .update(render(PLACEHOLDER_NONCE))
    .digest('base64url')
    .slice(0, 22)
  const etag = `W/"${digest}"`
  void reply
    .code(status)
    .header('cache-control', isOnce ? 'no-store' : isPersonal ? 'private, no-cache' : 'no-cache')
    .header('vary', ['Accept-Encoding', ...vary].join(', '))
    .header('etag', etag)
  const isUnchanged = status === 200 && request.headers['if-none-match'] === etag
  if (isUnchanged) return reply.code(304).send()
  const nonce = randomBytes(18).toString('base64')
  const { encoding, body } = await compress(request, render(nonce))
  if (encoding) void reply.header('content-encoding', encoding)
  if (isSealed) void reply.headers(INTEGRITY_HEADERS)
  return reply.headers(securityHeaders(nonce)).type('text/html; charset=utf-8').send(body)
}
