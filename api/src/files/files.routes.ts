import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../start/app-context.ts'
import { linkState } from '../lib/signed-token.ts'
import { isStorageKey } from './storage/storage.ts'

/** Parses a single byte range (RFC 9110), both ends inclusive; undefined means the whole file. */
export function rangeOf(
  header: string | undefined,
  bytes: number,
): { start: number; end: number } | undefined {
  const match = /^bytes=(\d{1,15})?-(\d{1,15})?$/.exec(header ?? '')
  if (!match || (!match[1] && !match[2])) return undefined
  const [first, last] = [match[1], match[2]].map((part) => (part ? Number(part) : undefined))
  const start = first ?? Math.max(0, bytes - (last ?? 0))
  const end = first === undefined ? bytes - 1 : Math.min(last ?? bytes - 1, bytes - 1)
  return start <= end && start < bytes ? { start, end } : undefined
}

/** `Content-Disposition` for a file name in any script (RFC 6266). */
export function contentDisposition(filename: string, inline = false): string {
  const clean = filename.replaceAll(/[\u0000-\u001f\u007f/\\]/g, '').slice(0, 150) || 'file'
  const plain = clean.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["%;]/g, '_')
  const encoded = encodeURIComponent(clean).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const kind = inline ? 'inline' : 'attachment'
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

const TYPES: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  zip: 'application/zip',
  json: 'application/json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
}

// A stored file must not run as a page of this site.
const FILE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'accept-ranges': 'bytes',
}

/** The web page of a paper has an inline style; no script runs in it. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const FILE_ERRORS = {
  403: 'This link is not valid. Please open the file again from the site.',
  404: 'This file does not exist.',
  410: 'This link has expired. Please open the file again from the site.',
} as const

/** Whether a certificate is valid now. */
type IsValid = (number: string) => Promise<boolean>

/**
 * Mounts `/files/*`: private files behind signed links that expire, and a certificate's with the certificate. Public
 * pictures have their own routes.
 */
export function filesRoutes(app: FastifyInstance, context: AppContext, isValid: IsValid) {
  app.get<{ Params: { '*': string }; Querystring: Record<string, string | undefined> }>(
    '/files/*',
    async (request, reply) => {
      const { '*': key } = request.params
      const { e: expires = '', s: signed = '', n: filename, d: disposition } = request.query
      const { c: certificate } = request.query
      if (!isStorageKey(key)) return sendFileError(request, reply, 404)
      const inline = disposition === 'inline'
      const link = { key, filename, inline, certificate }
      const { config, clock } = context
      const state = linkState(config.acceptedSecrets, clock(), link, Number(expires), signed)
      if (state !== 'good') return sendFileError(request, reply, state === 'expired' ? 410 : 403)
      if (certificate && !(await isValid(certificate))) return sendFileError(request, reply, 410)
      const tag = key.replaceAll(/\W/g, '')
      return sendStoredFile(request, reply, context, key, { tag, inline, filename })
    },
  )
}

/** `tag` becomes the ETag: unique per content, without revealing the key. */
type SendOptions = { tag: string; inline?: boolean; filename?: string | undefined }

/** Sends a stored file or the requested byte range; answers 304 to a matching ETag and 404 if it is missing. */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage }: AppContext,
  key: string,
  { tag: name, inline = false, filename }: SendOptions,
) {
  const tag = `"${name}"`
  void reply.headers({ ...FILE_HEADERS, etag: tag, 'cache-control': 'private, max-age=300' })
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()

  const whole = await storage.get(key)
  if (!whole) return sendFileError(request, reply, 404)
  const extension = key.split('.').at(-1) ?? ''
  void reply.type(TYPES[extension] ?? 'application/octet-stream')
  if (extension === 'html') void reply.header('content-security-policy', PAGE_POLICY)
  const shown = inline || TYPES[extension]?.startsWith('image/') === true
  if (filename) void reply.header('content-disposition', contentDisposition(filename, shown))
  else if (!shown) void reply.header('content-disposition', 'attachment')

  const range = rangeOf(request.headers.range, whole.bytes)
  if (!range) return reply.header('content-length', whole.bytes).send(whole.body)
  whole.body.destroy()
  const part = await storage.get(key, range)
  if (!part) return sendFileError(request, reply, 404)
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${whole.bytes}`)
    .header('content-length', range.end - range.start + 1)
    .send(part.body)
}

/** Sends an error of a file: a sentence to a browser tab (`accept: text/html`), else the JSON envelope. */
export function sendFileError(
  request: FastifyRequest,
  reply: FastifyReply,
  code: keyof typeof FILE_ERRORS,
) {
  void reply.code(code).header('cache-control', 'no-store')
  const msg = FILE_ERRORS[code]
  if (request.headers.accept?.includes('text/html')) {
    return reply.type('text/plain; charset=utf-8').send(msg)
  }
  return reply.send({ code, msg, data: null, trace_id: request.id })
}
