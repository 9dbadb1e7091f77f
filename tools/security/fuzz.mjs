// `npm run test:full -- --only fuzz --runs 1000 [--seed 1234]`: every call with inputs that are nearly right, for
// longer than the tests do. A failure names its seed.
import { parseArgs } from 'node:util'
import { runTestFile } from '../mutants/run-mutants.ts'

const NUMBER = /^[1-9]\d{0,8}$/

function options() {
  try {
    const option = { type: 'string' }
    const { values } = parseArgs({ options: { runs: option, seed: option }, strict: true })
    const { runs = '1000', seed = String(Date.now() % 1_000_000_000) } = values
    for (const value of [runs, seed]) {
      if (!NUMBER.test(value)) throw new Error(`${value}: give a whole number above 0`)
    }
    return { runs, seed }
  } catch (error) {
    console.error(`${error.message}\nOptions: --runs 1000, --seed 1234`)
    process.exit(2)
  }
}

const { runs, seed } = options()
console.log(`${runs} inputs for each call, seed ${seed} …`)
process.exitCode = await runTestFile('api/test/security/fuzz.api.test.ts', {
  env: { FUZZ_RUNS: runs, FUZZ_SEED: seed },
})
