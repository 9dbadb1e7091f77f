export type Mutant = {
  readonly check: number
  readonly name: string
  readonly file: string
  readonly change: readonly [string, string]
  readonly and?: readonly [string, string]
  readonly test: string
}
export const MUTANTS: readonly Mutant[]
