import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** Purpose of a signature; part of the key, so a token of one purpose never verifies for another. */
export type Purpose =
  | 'files'
  | 'zip'
  | 'table'
  | 'jury-reminders'
  | 'mails'
  | 'bounces'
  | 'preview'
  | 'staff'
  | 'pins'

/** HMAC-SHA-256 of `body` in base64url. */
export const signatureOf = (secret: string, purpose: Purpose, body: string | Buffer): string =>
  createHmac('sha256', `${purpose}:${secret}`).update(body).digest('base64url')

/** Verifies a signature by any of the secrets, each in constant time. */
export function isSigned(
  secrets: readonly string[],
  purpose: Purpose,
  body: string | Buffer,
  signature: string,
): boolean {
  const actual = Buffer.from(signature)
  return secrets.some((secret) => {
    const expected = Buffer.from(signatureOf(secret, purpose, body))
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
}

/** A URL-safe token of `body` and its signature. */
export const signToken = (secret: string, purpose: Purpose, body: Buffer): string =>
  `${body.toString('base64url')}.${signatureOf(secret, purpose, body)}`

/** Verifies a token and returns its body; undefined if none of the secrets signed it for `purpose`. */
export function openToken(
  secrets: readonly string[],
  purpose: Purpose,
  token: string,
): Buffer | undefined {
  const [encoded = '', signature = '', ...more] = token.split('.')
  const body = Buffer.from(encoded, 'base64url')
  return more.length === 0 && isSigned(secrets, purpose, body, signature) ? body : undefined
}

/** SHA-256 of a random token. Only the hash is stored, so that a copy of the database opens nothing. */
export const tokenDigest = (token: string): Buffer => hash('sha256', token, 'buffer')
