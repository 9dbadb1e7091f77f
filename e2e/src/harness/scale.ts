import { SCALE } from '../../../tools/testing/scale.ts'

export const isFull = SCALE === 'full'

/** Whether no test is left out: the full run, and that on several machines, which keeps to the amounts of the core run. */
export const hasAllTests = isFull || process.env['TOPOLOGY'] === 'replicas'

/** Goes in front of the body of a test that belongs to the full run alone. */
export const fullOnly = { tag: '@full' }

/** Of a table of cases the first ones run always, the others in the full run. */
export const fullBeyond = (index: number, count = 1) => (index < count ? {} : fullOnly)
