// `npm run test:full -- --only mutants-security [--only 17]`: mutation test of the security checks.
import { parseArgs } from 'node:util'
import { runMutants } from '../mutants/run-mutants.ts'
import type { SecurityMutant } from './checks.ts'
import { MUTANTS as INPUT_AND_RULES } from './mutants-1-15.ts'
import { MUTANTS as BROWSER_AND_FILES } from './mutants-16-43.ts'
import { MUTANTS as ACCOUNTS_AND_OPERATION } from './mutants-44-62.ts'
import { MUTANTS as ORGANISATIONS } from './mutants-63.ts'

/** The mutants of all checks. */
export const MUTANTS: readonly SecurityMutant[] = [
  ...INPUT_AND_RULES,
  ...BROWSER_AND_FILES,
  ...ACCOUNTS_AND_OPERATION,
  ...ORGANISATIONS,
]

const USAGE = 'Options: --only 17, --only 1-43'

/** First and last check of `--only`; exits with 2 if the arguments are invalid. */
function range(): [number, number] {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' } }, strict: true })
    const [, from, to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(values.only ?? '1-63') ?? []
    if (!from) throw new Error(`--only ${values.only}: give a check, or two with a dash between`)
    return [Number(from), Number(to)]
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exit(2)
  }
}

if (import.meta.main) {
  const [from, to] = range()
  const chosen = MUTANTS.filter(({ check }) => check >= from && check <= to)
  if (chosen.length === 0) {
    console.error(`No mutant is written down for these checks.\n${USAGE}`)
    process.exit(2)
  }
  const named = chosen.map((mutant) => ({ ...mutant, name: `${mutant.check} ${mutant.name}` }))
  const survivors = await runMutants(named)
  process.exitCode = survivors.length > 0 ? 1 : 0
}
