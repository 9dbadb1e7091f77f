import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The clock of a site that runs; the time of this machine and of the browser stays as it is. */
export type SiteClock = {
  /** What the site has to be started with. */
  env: { CLOCK_SHIFT_FILE: string }
  /** From now on the server believes that it is this moment; its clock goes on from there. */
  moveTo(moment: Date | number): void
  moveBy(milliseconds: number): void
}

export function siteClock(dataDir: string): SiteClock {
  const file = join(dataDir, 'clock-shift')
  const moveBy = (milliseconds: number) => {
    // The server reads the file at any moment, and never half of it.
    writeFileSync(`${file}.new`, String(Math.round(milliseconds)))
    renameSync(`${file}.new`, file)
  }
  moveBy(0)
  return {
    env: { CLOCK_SHIFT_FILE: file },
    moveBy,
    moveTo: (moment) => moveBy(Number(moment) - Date.now()),
  }
}

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const DAY = 24 * 60 * MINUTE
