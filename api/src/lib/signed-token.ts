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

const ROUND_SECONDS = 300

/** Longest life of a link to a document, in seconds (domain page §1 C2). */
export const DOCUMENT_LINK_SECONDS = 900
/** Life of a link to a picture in seconds: long enough that a page can stay open. */
export const PICTURE_LINK_SECONDS = 3_600

type FileLink = {
  key: string
  filename?: string | undefined
  inline?: boolean | undefined
  /** Number of the certificate that the file is: the link ends with it. */
  certificate?: string | undefined
}

/**
 * Signed address of one stored file. It needs no session token, since a new tab cannot send one. The expiry is
 * rounded down to five minutes, so that an address stays the same for a while and browsers cache the file.
 */
export function signedUrl(
  secret: string,
  now: Date,
  link: FileLink,
  seconds = DOCUMENT_LINK_SECONDS,
): string {
  const end = Math.floor(now.getTime() / 1_000) + seconds
  const expires = end - (end % ROUND_SECONDS)
  const query = new URLSearchParams({ e: String(expires) })
  if (link.filename) query.set('n', link.filename)
  if (link.inline) query.set('d', 'inline')
  if (link.certificate) query.set('c', link.certificate)
  query.set('s', signatureOf(secret, 'files', signedPayload(link, expires)))
  return `/files/${link.key}?${query}`
}

type LinkState = 'good' | 'expired' | 'forged'

/** Verifies signature and expiry (seconds since 1970) of a file's address. */
export function linkState(
  secrets: readonly string[],
  now: Date,
  link: FileLink,
  expires: number,
  signed: string,
): LinkState {
  if (!isSigned(secrets, 'files', signedPayload(link, expires), signed)) return 'forged'
  return expires * 1_000 > now.getTime() ? 'good' : 'expired'
}

const signedPayload = (
  { key, filename = '', inline = false, certificate }: FileLink,
  expires: number,
) => JSON.stringify([key, expires, filename, inline, ...(certificate ? [certificate] : [])])
