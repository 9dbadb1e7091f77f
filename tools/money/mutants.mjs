// `npm run test:full -- --only mutants-money`: takes one protection of the payment core away at a time, in a copy of
// the sources, and runs the property test on it. Every mutant has to be killed.
import { runMutants } from '../mutants/run-mutants.mjs'
import { MUTANTS } from './mutant-list.mjs'
import { readArguments } from './read-arguments.mjs'
import { PROPERTY_TEST } from './property-test.mjs'

const BROKEN_RULE =
  /\b[IL]\d+ [^"\n]{3,60}|duplicate key[^\n]*|does not go from status[^\n]*|deadlock[^\n]*/

const { runs, seed, only } = readArguments({ runs: '300', seed: '20270112' })
const chosen = MUTANTS.filter(({ name }) => name.includes(only ?? ''))
const survivors = await runMutants(
  chosen.map((mutant) => ({ test: PROPERTY_TEST, ...mutant })),
  { env: { MONEY_RUNS: runs, MONEY_SEED: seed }, reason: BROKEN_RULE },
)
process.exitCode = survivors.length > 0 ? 1 : 0
