import { parseArgs } from 'node:util'

const RULES = {
  runs: [/^[1-9]\d{0,6}$/, 'a number of histories, such as 10000'],
  seed: [/^-?\d{1,10}$/, 'the whole number that a failure named, such as -123456'],
  only: [/^[\w ]{3,}$/, 'some words of the name of a mutant'],
  path: [/^\d+(:\d+)*$/, 'the path that a failure named, such as 12:0:3'],
}

/** What was asked for on the command line; says what is wrong with it and ends otherwise. */
export function readArguments(defaults) {
  try {
    const options = Object.fromEntries(Object.keys(RULES).map((name) => [name, { type: 'string' }]))
    const { values } = parseArgs({ options, strict: true, args: joined(process.argv.slice(2)) })
    for (const [name, value] of Object.entries(values)) {
      const [rule, meaning] = RULES[name]
      if (!rule.test(value)) throw new Error(`--${name} ${value}: give ${meaning}`)
    }
    if (values.path && !values.seed) throw new Error('--path needs the --seed that it belongs to')
    return { ...defaults, ...values }
  } catch (error) {
    console.error(`${error.message}\nOptions: --runs 10000, --seed -123456, --path 12:0:3`)
    process.exit(2)
  }
}

/** A seed may be negative, which looks like an option unless it is joined to its name. */
const joined = (args) =>
  args.flatMap((argument, index) => {
    if (args[index - 1] === '--seed' && /^-\d/.test(argument)) return []
    return argument === '--seed' && /^-\d/.test(args[index + 1] ?? '')
      ? [`--seed=${args[index + 1]}`]
      : [argument]
  })
