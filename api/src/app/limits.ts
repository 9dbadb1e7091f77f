import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { BusinessError } from './business-error.ts'

/** Attempts within a time; `block` is how long the door stays shut afterwards, in seconds. */
export type LimitRule = {
  readonly points: number
  readonly seconds: number
  readonly block?: number
}

/** Counters shared by all processes. */
export type Limits = {
  /** Counts one attempt (or `points` of them), or throws 429 with the seconds to wait. */
  take(name: string, key: string, rule: LimitRule, points?: number): Promise<void>
  /** Throws 429 when the door is shut, without counting. */
  check(name: string, key: string, rule: LimitRule): Promise<void>
  clear(name: string, key: string, rule: LimitRule): Promise<void>
}

const DEMO_FACTOR = 10

/** A limit per network address; a demo is visited from one address by everybody at once. */
export const perNetwork = (rule: LimitRule, mode: 'demo' | 'production'): LimitRule =>
  mode === 'demo' ? { ...rule, points: rule.points * DEMO_FACTOR } : rule

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
        .consume(key, points)
        .catch((refusal: unknown) => {
          throw refusal instanceof RateLimiterRes ? tooMany(refusal.msBeforeNext) : refusal
        })
    },
    async check(name, key, rule) {
      const state = await limiterOf(name, rule).get(key)
      if (state && state.consumedPoints >= rule.points) throw tooMany(state.msBeforeNext)
    },
    async clear(name, key, rule) {
      await limiterOf(name, rule).delete(key)
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
