import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, setCookie } from '../../http/cookies.ts'

const COOKIE = 'known'
const YEAR_SECONDS = 365 * 86_400
const NONCE_BYTES = 8
const MAC_BYTES = 16
/** Base64url of a nonce and its signature; a fixed length, so that an entry has one spelling. */
const ENTRY = /^[\w-]{32}$/
/** Accounts that one browser is known to; the one that was used longest ago makes room. */
const MOST = 8

type Site = { readonly secret: string; readonly siteUrl: string }
/** The signature covers the password, so that a new one makes every browser unknown. */
type Account = { readonly id: string; readonly password_hash: string }
/** The browser that asks, and the answer that may be given a cookie. */
export type Browser = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/*
 * A browser in which somebody has signed in is known to the account (OWASP, "device cookies"). It opens
 * nothing: the lock against guesses counts it apart from strangers, who therefore lock nobody out of it.
 * The cookie is signed and not stored; one value holds an entry for each account.
 */

/**
 * What this browser is counted by for an account: the nonce alone, which is no cookie. Undefined where nobody
 * has signed in to the account here.
 */
export function knownBrowser({ request }: Browser, site: Site, user: Account): string | undefined {
  const entry = entriesOf(request).find((one) => isOf(one, site, user))
  return entry && `${user.id}:${entry.slice(0, 10)}`
}

/** Makes the browser known to an account, or prolongs it. */
export function rememberBrowser({ request, reply }: Browser, site: Site, user: Account) {
  const entries = entriesOf(request)
  const own = entries.find((entry) => isOf(entry, site, user)) ?? newEntry(site, user)
  const others = entries.filter((entry) => entry !== own)
  setCookie(reply, {
    name: COOKIE,
    value: [own, ...others].slice(0, MOST).join('.'),
    seconds: YEAR_SECONDS,
    sameSite: 'Strict',
    isSecure: site.siteUrl.startsWith('https:'),
    path: '/api/user',
  })
}

const entriesOf = (request: FastifyRequest) =>
  (readCookie(request, COOKIE) ?? '').split('.', MOST).filter((entry) => ENTRY.test(entry))

function newEntry(site: Site, user: Account): string {
  const nonce = randomBytes(NONCE_BYTES)
  return Buffer.concat([nonce, macOf(nonce, site, user)]).toString('base64url')
}

function isOf(entry: string, site: Site, user: Account): boolean {
  const bytes = Buffer.from(entry, 'base64url')
  const [nonce, mac] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
  return timingSafeEqual(mac, macOf(nonce, site, user))
}

const macOf = (nonce: Buffer, { secret }: Site, { id, password_hash }: Account) =>
  createHmac('sha256', secret)
    .update(`known browser\n${id}\n${password_hash}\n`)
    .update(nonce)
    .digest()
    .subarray(0, MAC_BYTES)
