import { expect } from '@playwright/test'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a test waits for what must happen: no measure of anything, a slow machine may take it. */
export const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 50

/** Reads until what was read is good, and gives it; after a long while the last reading. */
export async function eventually<T>(
  read: () => Promise<T>,
  isGood: (value: T) => boolean,
): Promise<T> {
  const limit = Date.now() + PATIENCE_MS
  let value = await read()
  while (!isGood(value) && Date.now() < limit) {
    await delay(LOOK_AGAIN_MS)
    value = await read()
  }
  return value
}

/** Reads until it is as expected; the last reading is what a failure shows. */
export async function until<T>(read: () => Promise<T>, expected: T) {
  const wanted = JSON.stringify(expected)
  const last: unknown = await eventually(read, (value) => JSON.stringify(value) === wanted)
  expect(last).toEqual(expected)
}
