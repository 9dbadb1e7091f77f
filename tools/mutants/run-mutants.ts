import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { NODE, QUIET, ROOT, run } from '../run/processes.mjs'

const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js')
const PLAYWRIGHT = path.join(ROOT, 'e2e/node_modules/@playwright/test/cli.js')

/** The jest project that a test file belongs to. */
function projectOf(file: string) {
  if (file.endsWith('.api.test.ts')) return 'api'
  return /^(api|platform|simulators|tools|programme|bench|ops|deploy)\//.test(file)
    ? 'node'
    : 'unit'
}

type FileOptions = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly onOutput?: (chunk: Buffer) => void
}

/** Runs one test file of the workspace in `cwd`; returns the exit code. */
export function runTestFile(file: string, { cwd = ROOT, env = {}, onOutput }: FileOptions = {}) {
  const options = { env, ...(onOutput && { onOutput }) }
  if (file.endsWith('.browser.test.ts')) {
    const args = [
      ...QUIET,
      PLAYWRIGHT,
      'test',
      '--project=chromium',
      path.relative('e2e/src', file),
    ]
    return run(NODE, args, {
      ...options,
      cwd: path.join(cwd, 'e2e'),
      env: { PW_DISABLE_TS_ESM: '1', ...env },
    })
  }
  const args = [
    '--experimental-vm-modules',
    ...QUIET,
    JEST,
    '--rootDir',
    cwd,
    '--selectProjects',
    projectOf(file),
    '--reporters',
    'default',
    '--runInBand',
    '--forceExit',
    '--runTestsByPath',
    path.join(cwd, file),
  ]
  return run(NODE, args, { ...options, cwd })
}

type Change = readonly [text: string, replacement: string]

/** A change that removes one protection; `test` is the file that has to fail. Each text occurs once in `file`. */
export type Mutant = {
  readonly name: string
  readonly file: string
  readonly change: Change
  readonly and?: Change
  readonly test: string
  /** For a test, or a part of it, that the core run leaves out. */ readonly scale?: 'full'
}

/** Mutants of one test. */
export const mutantsOf = (test: string, mutants: readonly Omit<Mutant, 'test'>[]) =>
  mutants.map((mutant) => ({ ...mutant, test }))

type Env = Readonly<Record<string, string>>
type Options = {
  readonly env?: Env
  /** Finds the reason in the output of a killed mutant. */ readonly reason?: RegExp
}
type Outcome = { code: number; output: string }

const FAILED_TEST = /^\s*● (.+)$/m

/**
 * Command line of a list of mutants: runs those whose name contains the words of `--only`, which `example` shows.
 * Resolves with the exit code: 1 if a mutant survived, 2 if the arguments are invalid or name none.
 */
export async function mutantsCli(mutants: readonly Mutant[], example: string): Promise<number> {
  const refuse = (reason: string) => {
    console.error(`${reason}\nOptions: --only "${example}", some words of the name of a mutant`)
    return 2
  }
  let words = ''
  try {
    words = parseArgs({ options: { only: { type: 'string' } }, strict: true }).values.only ?? ''
  } catch (error) {
    return refuse((error as Error).message)
  }
  const chosen = mutants.filter(({ name }) => name.includes(words))
  if (chosen.length === 0) return refuse(`No mutant is named “${words}”.`)
  return (await runMutants(chosen)).length > 0 ? 1 : 0
}

/**
 * Mutation test: applies one mutant at a time to a copy of the sources and runs its test; each processor has a copy.
 * Each test has to pass on the unchanged sources first. Returns the mutants that survived.
 */
export async function runMutants(
  mutants: readonly Mutant[],
  { env = {}, reason = FAILED_TEST }: Options = {},
): Promise<Mutant[]> {
  const waiting = [...mutants]
  const proofs = new Map<string, Promise<void>>()
  const survivors: Mutant[] = []
  async function killAll(copy: string) {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const whole = { ...env, ...environmentOf(mutant) }
      const proof = proofs.get(mutant.test) ?? proveUnchanged(copy, mutant.test, whole)
      proofs.set(mutant.test, proof)
      await proof
      if (!(await isKilled(copy, mutant, { env: whole, reason }))) survivors.push(mutant)
    }
  }
  const copies = Array.from({ length: availableParallelism() }, copyWorkspace)
  // A failure ends the others after the mutant that they are at, so that no test outlives its copy.
  const begun = copies.map((copy) => killAll(copy).finally(() => waiting.splice(0)))
  const ends = await Promise.allSettled(begun)
  for (const copy of copies) rmSync(copy, { recursive: true, force: true })
  const failure = ends.find((end) => end.status === 'rejected')
  if (failure) throw failure.reason
  const killed = mutants.length - survivors.length
  console.log(`\n${mutants.length} mutants, ${killed} killed, ${survivors.length} survived`)
  return survivors
}

/** What `npm test` runs, with its seed: a mutant that only larger numbers or a lucky draw kill would reach `main`. */
const environmentOf = ({ scale }: Mutant): Env => ({
  ...(scale ? { SCALE: scale } : { SCALE: 'core', SEED: '' }),
  RETRIES: '0',
})

async function proveUnchanged(cwd: string, test: string, env: Env) {
  const { code, output } = await timed('unchanged', test, () => runTest(cwd, test, env))
  if (code !== 0) throw new Error(`${test} fails without any mutant:\n${output}`)
}

async function isKilled(
  cwd: string,
  { name, file, change, and, test }: Mutant,
  { env, reason }: Required<Options>,
) {
  const target = path.join(cwd, file)
  const source = readFileSync(target, 'utf8')
  writeFileSync(target, [change, ...(and ? [and] : [])].reduce(replaced(name), source))
  try {
    const { code } = await timed('mutant', name, () => runTest(cwd, test, env), reason)
    return code !== 0
  } finally {
    writeFileSync(target, source)
  }
}

async function runTest(cwd: string, test: string, env: Env): Promise<Outcome> {
  let output = ''
  const code = await runTestFile(test, { cwd, env, onOutput: (chunk) => (output += String(chunk)) })
  return { code, output }
}

const WORDS = { unchanged: ['PASSES', 'FAILS'], mutant: ['SURVIVED', 'KILLED'] } as const

async function timed(
  kind: keyof typeof WORDS,
  name: string,
  work: () => Promise<Outcome>,
  reason?: RegExp,
) {
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

/** Applies a change; throws unless its text occurs once, since the mutant would prove nothing. */
function replaced(name: string) {
  return (source: string, [text, replacement]: Change) => {
    const parts = source.split(text)
    if (parts.length !== 2) {
      throw new Error(`${name}: its text is found ${parts.length - 1} times: ${text}`)
    }
    return parts.join(replacement)
  }
}

/** Folders with mutants or tests are copied; the rest is linked. */
const COPIED = ['api', 'platform', 'shared', 'shell', 'e2e', 'tools']
const COPIED_FILES = ['package.json', 'jest.config.mjs']
const LEFT_OUT = /^(\.git|\.data|\.cache)$/
const isSource = (from: string) => !/\/(node_modules|dist|\.data|\.cache)$/.test(from)

/** Copies the workspace into a temporary folder; returns its path. */
function copyWorkspace(): string {
  const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'mutants-')))
  for (const name of readdirSync(ROOT)) {
    const from = path.join(ROOT, name)
    const to = path.join(copy, name)
    if (LEFT_OUT.test(name)) continue
    if (COPIED.includes(name)) cpSync(from, to, { recursive: true, filter: isSource })
    else if (COPIED_FILES.includes(name)) cpSync(from, to)
    else symlinkSync(from, to)
  }
  for (const name of COPIED) linkPackages(name, copy)
  return copy
}

/** Links the packages of a copied folder; packages of the workspace point to their copies. */
function linkPackages(name: string, copy: string) {
  const from = path.join(ROOT, name, 'node_modules')
  const to = path.join(copy, name, 'node_modules')
  mkdirSync(path.join(to, '@awards'), { recursive: true })
  for (const entry of readdirSync(from)) {
    if (entry !== '@awards') symlinkSync(path.join(from, entry), path.join(to, entry))
  }
  const own = readdirSync(from).includes('@awards') ? readdirSync(path.join(from, '@awards')) : []
  for (const entry of own) {
    const place = path.relative(ROOT, realpathSync(path.join(from, '@awards', entry)))
    symlinkSync(path.join(copy, place), path.join(to, '@awards', entry))
  }
}
