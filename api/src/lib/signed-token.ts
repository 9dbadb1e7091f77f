import { createHmac, timingSafeEqual } from 'node:crypto'

/** Purpose of a signature; part of the key, so a token of one purpose never verifies for another. */
type Purpose = 'files' | 'zip' | 'table' | 'jury-reminders'

/** HMAC-SHA-256 of `body` in base64url. */
export const signatureOf = (secret: string, purpose: Purpose, body: string | Buffer): string =>
  createHmac('sha256', `${purpose}:${secret}`).update(body).digest('base64url')

/** Verifies a signature in constant time. */
export function isSigned(
  secret: string,
  purpose: Purpose,
  body: string | Buffer,
  signature: string,
): boolean {
  const expected = Buffer.from(signatureOf(secret, purpose, body))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** A URL-safe token of `body` and its signature. */
export const signToken = (secret: string, purpose: Purpose, body: Buffer): string =>
  `${body.toString('base64url')}.${signatureOf(secret, purpose, body)}`

/** Verifies a token and returns its body; undefined if it was not signed for `purpose`. */
export function openToken(secret: string, purpose: Purpose, token: string): Buffer | undefined {
  const [encoded = '', signature = ''] = token.split('.')
  const body = Buffer.from(encoded, 'base64url')
  return isSigned(secret, purpose, body, signature) ? body : undefined
}
