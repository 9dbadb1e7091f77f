import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { BusinessError } from './business-error.ts'

/** Attempts within a time; `block` is how long the door stays shut afterwards, in seconds. */
export type LimitRule = {
  readonly points: number
  readonly seconds: number
  readonly block?: number
}

/** Counters shared by all processes. A key that is a network address counts for its whole network. */
export type Limits = {
  /** Counts one attempt (or `points` of them), or throws 429 with the seconds to wait. */
  take(name: string, key: string, rule: LimitRule, points?: number): Promise<void>
  clear(name: string, key: string, rule: LimitRule): Promise<void>
  /** Takes a counted attempt back: what it was counted for has not happened. */
  giveBack(name: string, key: string, rule: LimitRule): Promise<void>
}

const DEMO_FACTOR = 10

/** A limit per network address; a demo is visited from one address by everybody at once. */
export const perNetwork = (rule: LimitRule, mode: 'demo' | 'production'): LimitRule =>
  mode === 'demo' ? { ...rule, points: rule.points * DEMO_FACTOR } : rule

/**
 * The network of an address. One subscriber of IPv6 holds at least the addresses that share 64 bits, so a
 * count by whole addresses would never end; an IPv4 address inside IPv6 is the IPv4 address.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped) return mapped
  // The WHATWG parser writes IPv4 tails as two groups, so that every form has eight of them.
  const { hostname } = new URL(`http://[${plain}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}

/** Counters in the table `rate_limits`. */
export function postgresLimits(pool: Pool): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (name: string, rule: LimitRule) => {
    const known = limiters.get(name)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: rule.points,
      duration: rule.seconds,
      blockDuration: rule.block ?? 0,
    })
    limiters.set(name, limiter)
    return limiter
  }

  return {
    async take(name, key, rule, points = 1) {
      await limiterOf(name, rule)
        .consume(networkOf(key), points)
        .catch((refusal: unknown) => {
          throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext) : refusal
        })
    },
    async clear(name, key, rule) {
      await limiterOf(name, rule).delete(networkOf(key))
    },
    async giveBack(name, key, rule) {
      // Never below zero, and nothing where the time is over: a reward of the library would leave a credit.
      await pool.query(
        'update rate_limits set points = points - 1 where key = $1 and points > 0 and expire > $2',
        [limiterOf(name, rule).getKey(networkOf(key)), Date.now()],
      )
    },
  }
}

function tooMany(milliseconds: number): BusinessError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  const minutes = Math.ceil(seconds / 60)
  const wait =
    seconds < 60 ? `${seconds} seconds` : minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new BusinessError(429, `Too many attempts. Please try again in ${wait}.`, {
    reason: 'TOO_MANY_ATTEMPTS',
    retry_after: seconds,
  })
}
