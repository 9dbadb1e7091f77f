import { SCALE } from '../../../tools/testing/scale.ts'

export const isFull = SCALE === 'full'

/** Whether no test is left out: the full run, and that on several machines, which keeps to the amounts of the core run. */
export const hasAllTests = isFull || process.env['TOPOLOGY'] === 'replicas'

/** Goes in front of the body of a test that belongs to the full run alone. */
export const fullOnly = { tag: '@full' }

/** In the full run all of them; else the one whose turn it is. */
export const someOf = <T>(all: readonly T[], turn = 0): readonly T[] =>
  isFull ? all : all.slice(turn % all.length).slice(0, 1)

/** Of a table of cases the first ones run always, the others in the full run. */
export const fullBeyond = (index: number, count = 1) => (index < count ? {} : fullOnly)
