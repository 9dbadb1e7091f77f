import type { AppContext } from '../../start/app-context.ts'
import { networkOf, perNetwork, type LimitRule } from '../../http/limits.ts'
import { knownBrowser, rememberBrowser, type Browser } from './known-browser.ts'
import type { UserRow } from './users.repository.ts'

/** Ten wrong passwords shut the door for a quarter of an hour. */
export const LOCK: LimitRule = { points: 10, seconds: 900, block: 900 }
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
