// `npm run test:full -- --only money --runs 10000 [--seed 1234] [--path 12:0:3]`: the property test of the payment
// core, run long. A failure names its seed and path, which run that history once more.
import { randomInt } from 'node:crypto'
import { runPropertyTest } from './property-test.mjs'
import { readArguments } from './read-arguments.mjs'

const { runs, seed, path } = readArguments({ runs: '1000', seed: String(randomInt(2 ** 31)) })
console.log(`${runs} histories of a fee at two processes, on a real PostgreSQL; seed ${seed} …`)
process.exitCode = await runPropertyTest({
  MONEY_RUNS: runs,
  MONEY_SEED: seed,
  ...(path && { MONEY_PATH: path }),
})
