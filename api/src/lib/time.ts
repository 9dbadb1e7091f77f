import { readFileSync } from 'node:fs'
import { DAY_MS } from '@awards/shared/domain'

/** Milliseconds of a minute, an hour, and a day of 24 hours. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export { DAY_MS }

/** Whether `ms` have passed since this call; by a clock that nothing sets, for the length of a run. */
export function timeLimit(ms: number): () => boolean {
  const began = performance.now()
  return () => performance.now() - began > ms
}

/**
 * A clock shifted by the milliseconds in a file, to rehearse deadlines on a running site. Reads the file at each call;
 * returns the system time if it is missing or invalid.
 */
export const shiftedClock = (file: string) => (): Date => new Date(Date.now() + shiftIn(file))

function shiftIn(file: string): number {
  try {
    const shift = Number(readFileSync(file, 'utf8').trim())
    return Number.isSafeInteger(shift) ? shift : 0
  } catch {
    return 0
  }
}
