import { randomBytes, createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TRUST_DAYS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { tokenDigest } from '../../http/authenticate.ts'
import { readCookie, setCookie } from '../../http/cookies.ts'
import { sessionsRepository } from './sessions.repository.ts'

const DAYS = 30
const DAY_MS = 86_400_000

export type Origin = {
  user_agent: string | null
  ip_hash: string | null
  /** When a code by e-mail stood for the person, at this sign-in or before. */
  proven_at?: Date | null
}
type OpenedSession = { token: string; expires_at: string }

/** A new token of 256 bits for a user; each signing in makes its own, and only its digest is kept. */
export async function openSession(
  db: Db,
  userId: string,
  now: Date,
  origin: Origin = { user_agent: null, ip_hash: null },
): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + DAYS * DAY_MS)
  await sessionsRepository(db).add({
    user_id: userId,
    token_hash: tokenDigest(token),
    created_at: now,
    last_used_at: now,
    expires_at: expires,
    ...origin,
  })
  return { token, expires_at: expires.toISOString() }
}

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
export function setDeviceCookie(reply: FastifyReply, site: Site, userId: string): Buffer {
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
