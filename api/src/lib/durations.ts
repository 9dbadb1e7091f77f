import { DAY_MS } from '@awards/shared/domain'

/** Milliseconds of a minute, an hour, and a day of 24 hours. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export { DAY_MS }
