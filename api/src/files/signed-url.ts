import { isSigned, signatureOf } from '../lib/signed-token.ts'

const ROUND_SECONDS = 300

/** Longest life of a link to a document, in seconds (domain page §1 C2). */
export const DOCUMENT_LINK_SECONDS = 900
/** Life of a link to a picture: long enough that a screen can be left open. */
export const PICTURE_LINK_SECONDS = 3_600

type Link = { key: string; filename?: string | undefined; inline?: boolean | undefined }

/**
 * Address of one stored file that works without a token, since a new tab cannot send one. The end is
 * rounded down to five minutes, so that a picture keeps its address for a while and can be cached.
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
  query.set('s', signatureOf(secret, 'files', bodyOf(link, expires)))
  return `/files/${link.key}?${query}`
}

export type LinkState = 'good' | 'expired' | 'forged'

/** Whether the query of a file's address was signed by us for this very file, and still holds. */
export function linkState(
  secret: string,
  now: Date,
  link: Link,
  expires: number,
  signed: string,
): LinkState {
  if (!isSigned(secret, 'files', bodyOf(link, expires), signed)) return 'forged'
  return expires * 1_000 > now.getTime() ? 'good' : 'expired'
}

const bodyOf = ({ key, filename = '', inline = false }: Link, expires: number) =>
  JSON.stringify([key, expires, filename, inline])
