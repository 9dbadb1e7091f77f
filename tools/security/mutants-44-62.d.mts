import type { Mutant } from './mutants-1-43.mjs'

export const MUTANTS: readonly Mutant[]
