import { MUTANTS as INPUT_AND_RULES } from './mutants-1-15.mjs'
import { MUTANTS as BROWSER_AND_FILES } from './mutants-16-43.mjs'

/** Each takes the protection of a check away: `[text, replacement]` in a file; the text has to be there once. */
export const MUTANTS = [...INPUT_AND_RULES, ...BROWSER_AND_FILES]
