// `npm run test:full -- --only mutants-jury [--only "own score"]`: breaks one rule of the jury at a time, in a copy of the
// sources, and runs the test that has to notice. Every mutant has to be killed.
import { parseArgs } from 'node:util'
import { runMutants } from '../mutants/run-mutants.mjs'
import { MUTANTS } from './mutant-list.mjs'

const USAGE = 'Options: --only "own score", some words of the name of a mutant'

/** Words that the names have to hold; says what is wrong with the command line and ends otherwise. */
function wanted() {
  try {
    return parseArgs({ options: { only: { type: 'string' } }, strict: true }).values.only ?? ''
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`)
    process.exit(2)
  }
}

const words = wanted()
const chosen = MUTANTS.filter(({ name }) => name.includes(words))
if (chosen.length === 0) {
  console.error(`No mutant is named “${words}”.\n${USAGE}`)
  process.exit(2)
}
const survivors = await runMutants(chosen)
process.exitCode = survivors.length > 0 ? 1 : 0
