// `npm run test:money:mutants`: takes one protection of the payment core away at a time, in a copy of
// the sources, and runs the property test on it. Every mutant has to be killed.
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ROOT } from '../run/processes.mjs'
import { MUTANTS } from './mutant-list.mjs'
import { readArguments } from './read-arguments.mjs'
import { runJest } from './run-jest.mjs'

const LINKED = [
  'node_modules',
  'shared',
  'simulators',
  'e2e',
  'tools',
  'programme',
  'package.json',
  'jest.config.mjs',
]
const BROKEN_RULE =
  /\b[IL]\d+ [^"\n]{3,60}|duplicate key[^\n]*|does not go from status[^\n]*|deadlock[^\n]*/

const { runs, seed, only } = readArguments({ runs: '300', seed: '20270112' })
const chosen = MUTANTS.filter(({ name }) => name.includes(only ?? ''))
const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'money-mutants-')))
process.exitCode = 1
try {
  copyWorkspace()
  const results = [await attempt({ name: 'nothing is taken away' })]
  if (results[0].state !== 'SURVIVED')
    throw new Error(`The unchanged test fails:\n${results[0].output}`)
  for (const mutant of chosen) results.push(await attempt(mutant))
  const survivors = results.slice(1).filter(({ state }) => state !== 'KILLED')
  console.log(
    `\n${chosen.length} mutants, ${chosen.length - survivors.length} killed, ${survivors.length} survived`,
  )
  process.exitCode = survivors.length > 0 ? 1 : 0
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function copyWorkspace() {
  const isSource = (from) => !/\/(node_modules|dist|\.data|\.cache)$/.test(from)
  cpSync(path.join(ROOT, 'api'), path.join(copy, 'api'), { recursive: true, filter: isSource })
  symlinkSync(path.join(ROOT, 'api/node_modules'), path.join(copy, 'api/node_modules'))
  for (const name of LINKED) symlinkSync(path.join(ROOT, name), path.join(copy, name))
}

async function attempt({ name, file, change, and }) {
  const target = file && path.join(copy, file)
  const source = target && readFileSync(target, 'utf8')
  if (target) writeFileSync(target, [change, and].filter(Boolean).reduce(replaced(name), source))
  const start = performance.now()
  let output = ''
  const onOutput = (chunk) => (output += chunk)
  const code = await runJest({ MONEY_RUNS: runs, MONEY_SEED: seed }, { cwd: copy, onOutput })
  if (target) writeFileSync(target, source)
  const state = code === 0 ? 'SURVIVED' : 'KILLED'
  const seconds = Math.round((performance.now() - start) / 1_000)
  const why = BROKEN_RULE.exec(output)?.[0] ?? ''
  const word = file ? state : code === 0 ? 'PASSES' : 'FAILS'
  console.log(`${word.padEnd(9)} ${String(seconds).padStart(4)} s  ${name.padEnd(58)} ${why}`)
  return { state, output }
}

/** A mutant whose text has gone would prove nothing. */
function replaced(name) {
  return (source, [text, replacement]) => {
    const parts = source.split(text)
    if (parts.length !== 2) {
      throw new Error(`${name}: its text is found ${parts.length - 1} times: ${text}`)
    }
    return parts.join(replacement)
  }
}
