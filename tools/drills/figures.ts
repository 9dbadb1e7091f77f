/** The value that a share of the others do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]) => quantile(values, 0.5)

export const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
export const milliseconds = (ms: number) => `${Math.round(ms)} ms`
export const pause = (ms: number) => new Promise<void>((next) => setTimeout(next, ms))

/** Waits until something holds; a machine that is slow is given a minute. */
export async function until(holds: () => Promise<boolean> | boolean, what: string, ms = 60_000) {
  const limit = Date.now() + ms
  while (!(await holds())) {
    if (Date.now() > limit) throw new Error(`Waited too long until ${what}`)
    await pause(50)
  }
}
