import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from '../app/cookies.ts'

const COOKIE = 'mfe_uid'
const ID_BYTES = 16
const ID = /^[A-Za-z0-9_-]{22}$/
const YEAR_SECONDS = 365 * 86_400

/** Ids that are on their way: one request may resolve two channels. */
const given = new WeakMap<FastifyRequest, string>()

/**
 * The random id that keeps a visitor at one version while a remote is split between two. It is asked
 * for only then: without a canary nobody gets a cookie.
 */
export function visitorOf(request: FastifyRequest, reply: FastifyReply, siteUrl: string): string {
  const known = given.get(request) ?? readCookie(request, COOKIE)
  if (known && ID.test(known)) return known
  const value = randomBytes(ID_BYTES).toString('base64url')
  const isSecure = siteUrl.startsWith('https:')
  setCookie(reply, { name: COOKIE, value, seconds: YEAR_SECONDS, sameSite: 'Lax', isSecure })
  given.set(request, value)
  return value
}
