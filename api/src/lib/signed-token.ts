import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a signature is for: a token that was signed for one purpose never verifies for another. */
type Purpose = 'files' | 'zip' | 'table' | 'jury-reminders'

/** HMAC-SHA-256 of `body` in base64url. */
export const signatureOf = (secret: string, purpose: Purpose, body: string | Buffer): string =>
  createHmac('sha256', `${purpose}:${secret}`).update(body).digest('base64url')

/** Compares in constant time, so that the answer does not tell how far a guess was right. */
export function isSigned(
  secret: string,
  purpose: Purpose,
  body: string | Buffer,
  signature: string,
): boolean {
  const wanted = Buffer.from(signatureOf(secret, purpose, body))
  const given = Buffer.from(signature)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

/** `body` and its signature as one word of an address. */
export const signToken = (secret: string, purpose: Purpose, body: Buffer): string =>
  `${body.toString('base64url')}.${signatureOf(secret, purpose, body)}`

/** The body of a token that this site has signed for `purpose`; undefined for any other text. */
export function openToken(secret: string, purpose: Purpose, token: string): Buffer | undefined {
  const [encoded = '', signature = ''] = token.split('.')
  const body = Buffer.from(encoded, 'base64url')
  return isSigned(secret, purpose, body, signature) ? body : undefined
}
