import { BusinessError } from './business-error.ts'

/** Attempts within a time; `block` is how long the door stays shut afterwards. */
export type LimitRule = {
  readonly points: number
  readonly seconds: number
  readonly block?: number
}

/** Counters shared by all processes. */
export type Limits = {
  /** Counts one attempt, or throws 429 with the seconds to wait. */
  take(name: string, key: string, rule: LimitRule): Promise<void>
  /** Throws 429 when the door is shut, without counting. */
  check(name: string, key: string, rule: LimitRule): Promise<void>
  clear(name: string, key: string): Promise<void>
}

/** The refusal of a limit: says how long to wait. */
export function tooMany(seconds: number): BusinessError {
  const minutes = Math.ceil(seconds / 60)
  const wait =
    seconds < 60 ? `${seconds} seconds` : minutes === 1 ? '1 minute' : `${minutes} minutes`
  return new BusinessError(429, `Too many attempts. Please try again in ${wait}.`, {
    reason: 'TOO_MANY_ATTEMPTS',
    retry_after: seconds,
  })
}
