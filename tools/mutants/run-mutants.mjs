import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyWorkspace } from './workspace-copy.mjs'
import { runTest as runFile } from './run-test.mjs'

const FAILED_TEST = /^\s*● (.+)$/m

/**
 * Takes one protection away at a time, in a copy of the sources, and runs the test that has to notice:
 * `{ name, file, change: [text, replacement], and, test }`. Each test has to pass on the unchanged
 * sources first. Resolves with the mutants that survived.
 */
export async function runMutants(mutants, { env = {}, reason = FAILED_TEST } = {}) {
  const copy = copyWorkspace()
  const proven = new Set()
  const survivors = []
  try {
    for (const mutant of mutants) {
      if (!proven.has(mutant.test)) await proveUnchanged(copy, mutant.test, env)
      proven.add(mutant.test)
      if (!(await isKilled(copy, mutant, { env, reason }))) survivors.push(mutant)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  const killed = mutants.length - survivors.length
  console.log(`\n${mutants.length} mutants, ${killed} killed, ${survivors.length} survived`)
  return survivors
}

async function proveUnchanged(cwd, test, env) {
  const { code, output } = await timed('unchanged', test, () => runTest(cwd, test, env))
  if (code !== 0) throw new Error(`${test} fails without any mutant:\n${output}`)
}

async function isKilled(cwd, { name, file, change, and, test }, { env, reason }) {
  const target = path.join(cwd, file)
  const source = readFileSync(target, 'utf8')
  writeFileSync(target, [change, and].filter(Boolean).reduce(replaced(name), source))
  try {
    const { code } = await timed('mutant', name, () => runTest(cwd, test, env), reason)
    return code !== 0
  } finally {
    writeFileSync(target, source)
  }
}

async function runTest(cwd, test, env) {
  let output = ''
  const code = await runFile(test, { cwd, env, onOutput: (chunk) => (output += chunk) })
  return { code, output }
}

const WORDS = { unchanged: ['PASSES', 'FAILS'], mutant: ['SURVIVED', 'KILLED'] }

async function timed(kind, name, work, reason) {
  const start = performance.now()
  const { code, output } = await work()
  const seconds = Math.round((performance.now() - start) / 1_000)
  const [why = '', first] = (reason && code !== 0 && reason.exec(output)) || []
  const word = WORDS[kind][code === 0 ? 0 : 1]
  console.log(
    `${word.padEnd(9)} ${String(seconds).padStart(4)} s  ${name.padEnd(58)} ${first ?? why}`,
  )
  return { code, output }
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
