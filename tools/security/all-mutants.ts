import type { Mutant } from './mutants-1-43.mjs'
import { MUTANTS as FIRST } from './mutants-1-43.mjs'
import { MUTANTS as SECOND } from './mutants-44-62.mjs'

/** Every protection that `npm run test:full -- --only mutants-security` takes away. */
export const MUTANTS: readonly Mutant[] = [...FIRST, ...SECOND]
