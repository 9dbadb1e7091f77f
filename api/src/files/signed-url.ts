import { isSigned, signatureOf } from '../lib/signed-token.ts'

const ROUND_SECONDS = 300

/** Longest life of a link to a document, in seconds (domain page §1 C2). */
export const DOCUMENT_LINK_SECONDS = 900
/** Life of a link to a picture in seconds: long enough that a page can stay open. */
export const PICTURE_LINK_SECONDS = 3_600

type Link = {
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
  link: Link,
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

export type LinkState = 'good' | 'expired' | 'forged'

/** Verifies signature and expiry (seconds since 1970) of a file's address. */
export function linkState(
  secrets: readonly string[],
  now: Date,
  link: Link,
  expires: number,
  signed: string,
): LinkState {
  if (!isSigned(secrets, 'files', signedPayload(link, expires), signed)) return 'forged'
  return expires * 1_000 > now.getTime() ? 'good' : 'expired'
}

const signedPayload = (
  { key, filename = '', inline = false, certificate }: Link,
  expires: number,
) => JSON.stringify([key, expires, filename, inline, ...(certificate ? [certificate] : [])])
