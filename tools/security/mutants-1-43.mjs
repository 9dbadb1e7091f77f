/** Each takes the protection of a check away: `[text, replacement]` in a file; the text has to be there once. */
export const MUTANTS = []
