import { readFileSync } from 'node:fs'

/**
 * A clock shifted by the milliseconds in a file, to rehearse deadlines on a running site. The api has the same
 * in `lib/time.ts`, since neither image contains the other; a test compares them. Reads the file at each call;
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
