import { isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { BusinessError } from './business-error.ts'

/** `points` attempts within `seconds`; `block` is how long the key is blocked afterwards, in seconds. */
export type LimitRule = {
  readonly points: number
  readonly seconds: number
  readonly block?: number
}

/** Rate limits shared by all processes. A key that is an IP address counts for its network, see `networkOf`. */
export type Limits = {
  /** Counts one attempt (or `points` of them), or throws 429 with the seconds to wait. */
  take(name: string, key: string, rule: LimitRule, points?: number): Promise<void>
  /** Counts `points` attempts, and returns how many of them are within the limit instead of throwing. */
  grant(name: string, key: string, rule: LimitRule, points: number): Promise<number>
  /** Resets the counter of a key. */
  clear(name: string, key: string, rule: LimitRule): Promise<void>
  /** Uncounts one attempt that should not have been counted. */
  refund(name: string, key: string, rule: LimitRule): Promise<void>
  /** When the last of the keys that begin with `start` is open again; null where none is used up. */
  usedUpUntil(name: string, start: string, rule: LimitRule): Promise<Date | null>
  /** Resets the counters of every key that begins with `start`. */
  clearAll(name: string, start: string): Promise<void>
}

const DEMO_FACTOR = 10

/** A limit per network address; ten times as high in a demo, where all visitors may share one address. */
export const perNetwork = (rule: LimitRule, mode: 'demo' | 'production'): LimitRule =>
  mode === 'demo' ? { ...rule, points: rule.points * DEMO_FACTOR } : rule

/**
 * The network of an IPv6 address: its /64, since one subscriber owns at least a /64 and could use a new address for each
 * attempt; of `groups` other than four, as many groups of 16 bits. IPv4-mapped addresses become the IPv4 address;
 * anything else stays as it is.
 */
export function networkOf(address: string, groups = 4): string {
  if (!isIPv6(address)) return address
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped) return mapped
  // The WHATWG URL parser normalises IPv4 tails to two groups, so that there are always eight.
  const { hostname } = new URL(`http://[${plain}]`)
  const [head = '', tail = ''] = hostname.slice(1, -1).split('::')
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0')
  return `${[...first, ...zeros, ...last].slice(0, groups).join(':')}::/${groups * 16}`
}

/** Counters in the table `rate_limits`. */
export function postgresLimits(pool: Pool): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (name: string, rule: LimitRule) => {
    const cached = limiters.get(name)
    if (cached) return cached
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
    async grant(name, key, rule, points) {
      const { consumedPoints } = await limiterOf(name, rule)
        .consume(networkOf(key), points)
        .catch((refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return refusal
          throw refusal
        })
      const left = rule.points - (consumedPoints - points)
      return Math.max(0, Math.min(points, left))
    },
    async clear(name, key, rule) {
      await limiterOf(name, rule).delete(networkOf(key))
    },
    async refund(name, key, rule) {
      // Not `reward` of the library, which would leave a credit: never below zero, and only within the window.
      await pool.query(
        'update rate_limits set points = points - 1 where key = $1 and points > 0 and expire > $2',
        [limiterOf(name, rule).getKey(networkOf(key)), Date.now()],
      )
    },
    async usedUpUntil(name, start, { points }) {
      const { rows } = await pool.query<{ expire: string | null }>(
        `select max(expire) as expire from rate_limits
         where starts_with(key, $1) and points >= $2 and expire > $3`,
        [`${name}:${start}`, points, Date.now()],
      )
      const expire = rows[0]?.expire
      return expire ? new Date(Number(expire)) : null
    },
    async clearAll(name, start) {
      await pool.query('delete from rate_limits where starts_with(key, $1)', [`${name}:${start}`])
    },
  }
}

function tooMany(milliseconds: number): BusinessError {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1_000))
  const minutes = Math.ceil(seconds / 60)
  return new BusinessError(429, tooManyText(seconds, minutes), {
    reason: 'TOO_MANY_ATTEMPTS',
    retry_after: seconds,
  })
}

function tooManyText(seconds: number, minutes: number): string {
  if (seconds < 60) return `Too many attempts. Please try again in ${seconds} seconds.`
  if (minutes === 1) return 'Too many attempts. Please try again in 1 minute.'
  return `Too many attempts. Please try again in ${minutes} minutes.`
}
