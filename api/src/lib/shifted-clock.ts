import { readFileSync } from 'node:fs'

/**
 * The time of this machine, moved by the milliseconds that a file says: for rehearsals of deadlines on
 * a site that runs. The file may change at any time; without it the time is that of the machine.
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
