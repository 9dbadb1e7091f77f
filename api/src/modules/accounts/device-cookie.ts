import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TRUST_DAYS } from '@awards/shared/domain'
import { tokenDigest } from '../../http/authenticate.ts'
import { readCookie, setCookie } from '../../http/cookies.ts'

const DAY_SECONDS = 86_400
const SHAPE = /^[\w-]{43}$/

type Site = { readonly secret: string; readonly siteUrl: string }

/** Each account has a cookie of its own: two jurors may share a browser. */
const nameOf = ({ secret }: Site, userId: string) =>
  `device_${createHmac('sha256', secret).update(`device\n${userId}`).digest('hex').slice(0, 12)}`

/** Digest of what this browser shows to be known to an account; undefined where it shows nothing. */
export function deviceOf(request: FastifyRequest, site: Site, userId: string): Buffer | undefined {
  const value = readCookie(request, nameOf(site, userId)) ?? ''
  return SHAPE.test(value) ? tokenDigest(value) : undefined
}

/** Lets this browser be known to an account; scripts cannot read by what. Gives the digest to keep. */
export function giveDevice(reply: FastifyReply, site: Site, userId: string): Buffer {
  const value = randomBytes(32).toString('base64url')
  setCookie(reply, {
    name: nameOf(site, userId),
    value,
    seconds: TRUST_DAYS * DAY_SECONDS,
    sameSite: 'Strict',
    isSecure: site.siteUrl.startsWith('https:'),
  })
  return tokenDigest(value)
}
