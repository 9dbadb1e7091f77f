import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 50

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
export const milliseconds = (ms: number) => `${Math.round(ms)} ms`

/** Lets a phase of a drill last; what has to happen is waited for with `until`. */
export const phase = (ms: number) => delay(Math.max(0, ms)).then(() => undefined)

/** Waits until something holds; a machine that is slow is given a minute. */
export async function until(holds: () => Promise<boolean> | boolean, what: string, ms = 60_000) {
  const limit = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(`Waited too long until ${what}`)
    await delay(POLL_MS)
  }
}
