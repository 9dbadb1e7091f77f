import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { readCookie, setCookie } from '../../http/cookies.ts'
import { networkOf, perNetwork, type LimitRule } from '../../http/limits.ts'
import type { AppContext } from '../../start/app-context.ts'
import { passwordMatches } from './password.ts'
import { usersRepository, type UserRow } from './users.repository.ts'

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
function knownBrowser({ request }: Browser, site: Site, user: Account): string | undefined {
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

/** Ten wrong passwords shut the door for a quarter of an hour. */
const LOCK: LimitRule = { points: 10, seconds: 900, block: 900 }
/** From however many networks: guesses of browsers that the account does not know. */
const PER_ACCOUNT: LimitRule = { points: 100, seconds: 3_600 }
// Failures only: a school or a jury room signs in from one address.
const PER_NETWORK: LimitRule = { points: 100, seconds: 900 }

type Bucket = readonly [name: string, key: string, rule: LimitRule]

/**
 * Slows down who guesses passwords. An attempt is counted before its password is compared, so that guesses
 * sent at once count as well, and a success takes the count back. What is shut is an account for one network,
 * so that a stranger cannot lock a person out; a browser that the account knows is counted apart.
 */
export function signInLock({ config, limits }: AppContext) {
  const perNetworkRule = perNetwork(PER_NETWORK, config.mode)

  const own = (email: string, ip: string): Bucket => ['login', `${email}|${networkOf(ip)}`, LOCK]
  const account = (email: string): Bucket => ['login_account', email, PER_ACCOUNT]

  /** The narrowest first: it keeps its refusals from the others. */
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
          // Nothing is compared, so nothing was guessed. A door that has just shut stays so.
          const counted = buckets.slice(0, bucket[2].block ? index : index + 1)
          for (const taken of counted) await limits.giveBack(...taken)
          throw error
        }
      }
      return {
        async succeeded() {
          const [narrow, ...wide] = buckets
          if (narrow) await limits.clear(...narrow)
          for (const bucket of wide) await limits.giveBack(...bucket)
        },
      }
    },

    /** Lifts the lock for a person who has proved to own the address, in the browser that brought the proof. */
    async lift(user: UserRow, browser: Browser) {
      await limits.clear(...own(user.email, browser.request.ip))
      await limits.clear(...account(user.email))
      rememberBrowser(browser, config, user)
    },
  }
}

/**
 * Whoever changes the way into an account, or closes it, gives the password once more. `given` is the
 * name of the field and what stands in it. The tries are counted before they are compared, and apart from
 * those at the door: strangers there cannot keep the owner from this.
 */
export async function requireOwnPassword(
  { db, limits }: AppContext,
  actor: Actor,
  given: Readonly<Record<string, string>>,
) {
  const [[field, password] = ['password', '']] = Object.entries(given)
  await limits.take('own_password', actor.id, LOCK)
  const user = await usersRepository(db).find(actor.id)
  if (await passwordMatches(user?.password_hash, password)) {
    await limits.clear('own_password', actor.id, LOCK)
    return
  }
  throw new BusinessError(422, { [field]: ['This is not your present password.'] })
}
