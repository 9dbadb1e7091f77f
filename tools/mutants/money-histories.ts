// `npm run test:full -- --only money --runs 10000 [--seed 1234] [--path 12:0:3]`: the property test of the payment
// core with many runs. A failure prints its seed and path, which replay that history.

import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runTestFile } from './run-mutants.ts'

/** Histories of payments at two processes against the invariants of the books. */
export const PROPERTY_TEST = 'api/src/modules/payments/orders/payment-core.property.api.test.ts'

/** Fewer histories are not worth a second database. */
const LEAST_SHARED = 1_000
/** Apart, since seeds are days: the share of one day would be drawn again on another. */
const SEEDS_APART = 50_000_000

const RULES = {
  runs: [/^[1-9]\d{0,6}$/, 'a number of histories, such as 10000'],
  seed: [/^-?\d{1,10}$/, 'the whole number that a failure named, such as -123456'],
  only: [/^[\w ]{3,}$/, 'some words of the name of a mutant'],
  path: [/^\d+(:\d+)*$/, 'the path that a failure named, such as 12:0:3'],
} as const
type Name = keyof typeof RULES
type Arguments = { runs: string; seed: string; only?: string; path?: string }

/** Parses the command line; exits with 2 if it is invalid. */
export function readArguments(defaults: { runs: string; seed: string }): Arguments {
  try {
    const names = Object.keys(RULES) as Name[]
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    const { values } = parseArgs({ options, strict: true, args: joined(process.argv.slice(2)) })
    for (const [name, value] of Object.entries(values)) {
      const [rule, meaning] = RULES[name as Name]
      if (!rule.test(String(value))) throw new Error(`--${name} ${value}: give ${meaning}`)
    }
    if (values['path'] && !values['seed'])
      throw new Error('--path needs the --seed that it belongs to')
    return { ...defaults, ...values }
  } catch (error) {
    console.error(
      `${(error as Error).message}\nOptions: --runs 10000, --seed -123456, --path 12:0:3`,
    )
    process.exit(2)
  }
}

/** Joins a negative seed to its option, since parseArgs would read it as an option. */
const joined = (args: readonly string[]) =>
  args.flatMap((argument, index) => {
    if (args[index - 1] === '--seed' && /^-\d/.test(argument)) return []
    return argument === '--seed' && /^-\d/.test(args[index + 1] ?? '')
      ? [`--seed=${args[index + 1]}`]
      : [argument]
  })

if (import.meta.main) {
  const { runs, seed, path } = readArguments({ runs: '1000', seed: String(randomInt(2 ** 31)) })
  // Each processor takes a share, from a seed of its own; a replay is one history in one process.
  const shares = path || Number(runs) < LEAST_SHARED ? 1 : availableParallelism()
  const share = String(Math.ceil(Number(runs) / shares))
  console.log(`${runs} histories of a fee at two processes, on a real PostgreSQL; seed ${seed} …`)
  const ends = Array.from({ length: shares }, (_, index) =>
    runTestFile(PROPERTY_TEST, {
      env: {
        MONEY_RUNS: share,
        MONEY_SEED: String(Number(seed) + index * SEEDS_APART),
        ...(path && { MONEY_PATH: path }),
      },
    }),
  )
  process.exitCode = Math.max(...(await Promise.all(ends)))
}
