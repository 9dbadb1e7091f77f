export type Scale = 'core' | 'full'

const CORE_SEED = 20_270_112

/** Which run this is: `core` is `npm test`, `full` is `npm run test:full`. */
export const SCALE = scaleOf(process.env['SCALE'])

/** How much a test does: `atScale({ core: 50, full: 10_000 })`. */
export const atScale = <T>(amounts: Record<Scale, T>): T => amounts[SCALE]

/** In the full run all of them; else the one whose turn it is. */
export const someOf = <T>(all: readonly T[], turn = 0): readonly T[] =>
  SCALE === 'full' ? all : all.slice(turn % all.length).slice(0, 1)

/**
 * Seeds every generator of the tests. The core run draws the same values each time, so it only fails when the code
 * changes; the full run draws new ones each day. `SEED=20261124` repeats the run of that day.
 */
export const SEED = seedOf(process.env['SEED'], SCALE, new Date())

function scaleOf(value = 'core'): Scale {
  if (value === 'core' || value === 'full') return value
  throw new Error(`SCALE=${value}: set SCALE to core or full, or leave it out for core.`)
}

export function seedOf(value: string | undefined, scale: Scale, now: Date): number {
  if (value && !/^\d{1,9}$/.test(value)) {
    throw new Error(`SEED=${value}: set SEED to a whole number of at most nine digits.`)
  }
  if (value) return Number(value)
  return scale === 'core' ? CORE_SEED : Number(now.toISOString().slice(0, 10).replaceAll('-', ''))
}

if (import.meta.main) {
  console.log(`Scale ${SCALE}, seed ${SEED}. SEED=${SEED} repeats what this run draws.`)
}
