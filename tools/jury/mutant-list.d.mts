/** Takes one protection away: `[text, replacement]` in a file, and the test that has to notice. */
export const MUTANTS: readonly {
  name: string
  file: string
  change: readonly [string, string]
  test?: string
}[]
