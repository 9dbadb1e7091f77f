import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { readCookie, setCookie } from '../../http/cookies.ts'
import { networkOf, perNetwork, type LimitRule } from '../../http/limits.ts'
import type { Db } from '../../db/database.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { Config } from '../../start/config.ts'
import { oidcIdentitiesRepository } from './oidc/oidc.repository.ts'
import { passkeysRepository } from './passkeys/passkeys.repository.ts'
import { passwordMatches } from './password.ts'
import { usersRepository, type UserRow } from './users.repository.ts'

/** Ten failures block for 15 minutes. */
const LOCK: LimitRule = { points: 10, seconds: 900, block: 900 }
/** Failures of unknown browsers for one account, from any network. */
const PER_ACCOUNT: LimitRule = { points: 100, seconds: 3_600 }
// Counts failures only, since a school or a jury room signs in from one address.
const PER_NETWORK: LimitRule = { points: 100, seconds: 900 }

type Bucket = readonly [name: string, key: string, rule: LimitRule]

/**
 * Rate limit for password guesses. An attempt is counted before its password is compared, so that concurrent
 * guesses count as well, and a success takes the count back. The lock is per account and network, so that a
 * stranger cannot lock a user out; a known browser (device cookie) has a limit of its own.
 */
export function signInLock({ config, limits }: AppContext) {
  const perNetworkRule = perNetwork(PER_NETWORK, config.mode)

  const own = (email: string, ip: string): Bucket => ['login', `${email}|${networkOf(ip)}`, LOCK]
  const account = (email: string): Bucket => ['login_account', email, PER_ACCOUNT]

  /** Narrowest first: an attempt that it refuses does not count against the others. */
  function bucketsOf(email: string, user: UserRow | undefined, browser: Browser): Bucket[] {
    const { ip } = browser.request
    const known = user && knownBrowser(browser, config, user)
    if (known) return [['login_browser', known, LOCK]]
    return [own(email, ip), account(email), ['login_ip', ip, perNetworkRule]]
  }

  return {
    /** Counts an attempt, or throws 429. `succeeded` takes it back once the password was right. */
    async attempt(email: string, user: UserRow | undefined, browser: Browser) {
      const buckets = bucketsOf(email, user, browser)
      for (const [index, bucket] of buckets.entries()) {
        try {
          await limits.take(...bucket)
        } catch (error) {
          // A refused attempt compares no password, so its counts are taken back; only a new block stays.
          const counted = buckets.slice(0, bucket[2].block ? index : index + 1)
          for (const taken of counted) await limits.refund(...taken)
          throw error
        }
      }
      return {
        async succeeded() {
          const [narrow, ...wide] = buckets
          if (narrow) await limits.clear(...narrow)
          for (const bucket of wide) await limits.refund(...bucket)
        },
      }
    },

    /** Until when failed sign-ins shut the account, from whichever network or browser; null where they do not. */
    async lockedUntil({ id, email }: Pick<UserRow, 'id' | 'email'>): Promise<Date | null> {
      const ends = await Promise.all([
        limits.usedUpUntil('login', `${email}|`, LOCK),
        limits.usedUpUntil('login_account', email, PER_ACCOUNT),
        limits.usedUpUntil('login_browser', `${id}:`, LOCK),
      ])
      return ends.reduce((last, end) => (end && (!last || end > last) ? end : last), null)
    },

    /** Lifts every lock of the account, for somebody who cannot verify the address just now. */
    async liftAll({ id, email }: Pick<UserRow, 'id' | 'email'>) {
      await limits.clearAll('login', `${email}|`)
      await limits.clear('login_account', email, PER_ACCOUNT)
      await limits.clearAll('login_browser', `${id}:`)
    },

    /** Lifts the lock of a user who has verified the address, and makes this browser a known one. */
    async lift(user: UserRow, browser: Browser) {
      await limits.clear(...own(user.email, browser.request.ip))
      await limits.clear(...account(user.email))
      rememberBrowser(browser, config, user)
    },
  }
}

/**
 * Requires the password again for critical changes of the account. `given` maps the name of the form field
 * to its value. Tries are counted before they are compared, and apart from sign-in, so that a stranger's
 * failures there do not block the owner here. What follows calls `lock` in its transaction, or `requireSame` with the row
 * that it has locked itself.
 */
export async function requireOwnPassword(
  { db, limits }: AppContext,
  actor: Actor,
  given: Readonly<Record<string, string>>,
) {
  const [[field, password] = ['password', '']] = Object.entries(given)
  await limits.take('own_password', actor.id, LOCK)
  const user = await usersRepository(db).find(actor.id)
  if (user?.has_password === false) throw noPassword(field)
  if (user && (await passwordMatches(user.password_hash, password))) {
    await limits.clear('own_password', actor.id, LOCK)
    return {
      lock: async (trx: Db) => requireSame(user, await usersRepository(trx).lock(user.id)),
      requireSame: (present: Secrets) => requireSame(user, present),
    }
  }
  throw new BusinessError(422, { [field]: ['This is not your present password.'] })
}

/** An account's password, which its owner has given; the account may have changed since. */
export type OwnProof = Awaited<ReturnType<typeof requireOwnPassword>>
type Secrets = Pick<UserRow, 'email' | 'password_hash'>

/** Refuses where password or address have changed since they were compared: that has ended the session. */
function requireSame(proven: Secrets, present: Secrets | undefined) {
  const isSamePassword = present?.password_hash === proven.password_hash
  if (present?.email !== proven.email || !isSamePassword) throw sessionEnded()
}

export const sessionEnded = () =>
  new BusinessError(401, 'Your session has ended. Please sign in again.')

/** An account that was opened by way of an organisation. */
const noPassword = (field: string) =>
  new BusinessError(422, {
    [field]: [
      'Your account has no password yet. Choose one with “Forgot your password?”, then come back.',
    ],
  })

/** Sent to every page, since each way to sign in has an address of its own, and a form is sent to its page. */
const COOKIE = 'known_browser'
/** Earlier releases have set it, for `/api/user` alone and a year. */
const FORMER_COOKIE = 'known'
const YEAR_SECONDS = 365 * 86_400
const NONCE_BYTES = 8
const MAC_BYTES = 16
/** Base64url of nonce and MAC. The length is fixed, so that each entry has one encoding. */
const ENTRY = /^[\w-]{32}$/
/** Accounts per cookie; the least recently used one is evicted. */
const MAX_ACCOUNTS = 8

type Site = Pick<Config, 'secret' | 'acceptedSecrets' | 'siteUrl'>
/** The MAC covers the password hash, so that a new password invalidates every cookie. */
type Account = { readonly id: string; readonly password_hash: string }
/** Request and response of a browser; the response may set its cookie. */
export type Browser = { readonly request: FastifyRequest; readonly reply: FastifyReply }

/*
 * Device cookies (OWASP): a browser in which the user has signed in before has a rate limit of its own, so
 * that a stranger's failures do not lock the user out of it. The cookie grants no access. It is signed, not
 * stored; one value has an entry per account.
 */

/** Rate-limit key of this browser for an account: the nonce of its entry. Undefined if it has no valid entry. */
function knownBrowser({ request }: Browser, site: Site, user: Account): string | undefined {
  const entry = entriesOf(request).find((one) => isEntryOf(one, site, user))
  return entry && `${user.id}:${entry.slice(0, 10)}`
}

/** Sets or renews the browser's entry for an account. */
export function rememberBrowser({ request, reply }: Browser, site: Site, user: Account) {
  const entries = entriesOf(request)
  const own = entries.find((entry) => isEntryOf(entry, site, user)) ?? createEntry(site, user)
  const others = entries.filter((entry) => entry !== own)
  setCookie(reply, {
    name: COOKIE,
    value: [own, ...others].slice(0, MAX_ACCOUNTS).join('.'),
    seconds: YEAR_SECONDS,
    sameSite: 'Lax',
    isSecure: site.siteUrl.startsWith('https:'),
  })
}

function entriesOf(request: FastifyRequest): string[] {
  const values = [COOKIE, FORMER_COOKIE].map((name) => readCookie(request, name) ?? '')
  const entries = values.flatMap((value) => value.split('.', MAX_ACCOUNTS))
  return [...new Set(entries)].filter((entry) => ENTRY.test(entry))
}

function createEntry(site: Site, user: Account): string {
  const nonce = randomBytes(NONCE_BYTES)
  return Buffer.concat([nonce, macOf(nonce, site.secret, user)]).toString('base64url')
}

function isEntryOf(entry: string, site: Site, user: Account): boolean {
  const bytes = Buffer.from(entry, 'base64url')
  const [nonce, mac] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
  return site.acceptedSecrets.some((secret) => timingSafeEqual(mac, macOf(nonce, secret, user)))
}

const macOf = (nonce: Buffer, secret: string, { id, password_hash }: Account) =>
  createHmac('sha256', secret)
    .update(`known browser\n${id}\n${password_hash}\n`)
    .update(nonce)
    .digest()
    .subarray(0, MAC_BYTES)

/**
 * Called after a passkey or an organisation was taken away: throws 409, which takes that back, where the account has nothing
 * left to sign in with. A passkey that was stopped and an organisation that the site offers no more let nobody in.
 */
export async function requireWayIn(
  trx: Db,
  { providers }: Pick<Config, 'providers'>,
  owner: Pick<UserRow, 'id' | 'has_password'>,
) {
  if (owner.has_password) return
  const owned = await passkeysRepository(trx).ofUser(owner.id)
  if (owned.some(({ stopped_at }) => stopped_at === null)) return
  const linked = await oidcIdentitiesRepository(trx).ofUser(owner.id)
  if (linked.some(({ issuer }) => providers.some((one) => one.issuer === issuer))) return
  throw new BusinessError(
    409,
    'This is your only way in. Choose a password with “Forgot your password?”, or add a passkey first.',
    { reason: 'OIDC_LAST_WAY' },
  )
}
