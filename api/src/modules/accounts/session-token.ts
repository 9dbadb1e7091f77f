import { randomBytes, createHmac } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { TRUST_DAYS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { tokenDigest } from '../../lib/signed-token.ts'
import type { Config } from '../../start/config.ts'
import { readCookie, setCookie } from '../../http/cookies.ts'
import { sessionsRepository } from './sessions.repository.ts'
import { DAY_MS } from '../../lib/time.ts'

const SESSION_DAYS = 30

export type Origin = {
  user_agent: string | null
  ip_hash: string | null
  /** When the user last proved the e-mail address with a code (step-up), if ever. */
  proven_at?: Date | null
  /** The organiser who sees the site as the user. */
  seen_by?: string
}
/** Browser and network of a request, as a session keeps them. */
export const originOf = (request: FastifyRequest, { secret }: Pick<Config, 'secret'>): Origin => ({
  user_agent: request.headers['user-agent']?.slice(0, 200) ?? null,
  ip_hash: createHmac('sha256', secret).update(request.ip).digest('hex').slice(0, 16),
})

type OpenedSession = { token: string; expires_at: string }

/** Creates a session with a random token of 256 bits; only its hash is stored. */
export async function openSession(
  db: Db,
  userId: string,
  now: Date,
  origin: Origin = { user_agent: null, ip_hash: null },
  lifetime = SESSION_DAYS * DAY_MS,
): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url')
  const expires = new Date(now.getTime() + lifetime)
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
const DEVICE_TOKEN = /^[\w-]{43}$/

type Site = Pick<Config, 'secret' | 'acceptedSecrets' | 'siteUrl'>

/** Cookie name per account, since two jurors may share a browser. */
const deviceCookieName = (secret: string, userId: string) =>
  `device_${createHmac('sha256', secret).update(`device\n${userId}`).digest('hex').slice(0, 12)}`

/** Hash of the browser's device token for an account; undefined without a well-formed cookie. */
export function deviceOf(request: FastifyRequest, site: Site, userId: string): Buffer | undefined {
  const value = site.acceptedSecrets
    .map((secret) => readCookie(request, deviceCookieName(secret, userId)))
    .find((one) => one !== undefined && DEVICE_TOKEN.test(one))
  return value === undefined ? undefined : tokenDigest(value)
}

/** Sets the device cookie (HttpOnly) that marks the browser as trusted, and returns the token hash to store. */
export function setDeviceCookie(reply: FastifyReply, site: Site, userId: string): Buffer {
  const value = randomBytes(32).toString('base64url')
  setCookie(reply, {
    name: deviceCookieName(site.secret, userId),
    value,
    seconds: TRUST_DAYS * DAY_SECONDS,
    // An organisation sends the browser here from its own site, with which a strict cookie would not come along.
    sameSite: 'Lax',
    isSecure: site.siteUrl.startsWith('https:'),
  })
  return tokenDigest(value)
}
