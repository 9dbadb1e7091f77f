// `npm run test:full -- --only mutants-security [--only 17]`: takes the protection of a check away, in a copy of the
// sources, and runs the test that proves the check. Every mutant has to be killed.
import { parseArgs } from 'node:util'
import { runMutants } from '../mutants/run-mutants.mjs'
import { MUTANTS as FIRST } from './mutants-1-43.mjs'
import { MUTANTS as SECOND } from './mutants-44-62.mjs'

const USAGE = 'Options: --only 17, --only 1-43'

/** The checks that were asked for, as a pair of the first and the last. */
function range() {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' } }, strict: true })
    const [, from, to = from] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(values.only ?? '1-62') ?? []
    if (!from) throw new Error(`--only ${values.only}: give a check, or two with a dash between`)
    return [Number(from), Number(to)]
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`)
    process.exit(2)
  }
}

const [from, to] = range()
const chosen = [...FIRST, ...SECOND].filter(({ check }) => check >= from && check <= to)
if (chosen.length === 0) {
  console.error(`No mutant is written down for these checks.\n${USAGE}`)
  process.exit(2)
}
const named = chosen.map((mutant) => ({ ...mutant, name: `${mutant.check} ${mutant.name}` }))
const survivors = await runMutants(named)
process.exitCode = survivors.length > 0 ? 1 : 0
