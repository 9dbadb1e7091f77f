import path from 'node:path'
import { chromiumPath, ensureEngines } from './browsers.mjs'
import { NODE, passSignals, QUIET, ROOT, run, runTool } from './processes.mjs'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'

/** Reports of the test runners; removed at the start of each run that is not resumed. */
const REPORTS = path.join(ROOT, 'test-results/runs')

/** What a full run that was stopped has behind it; of no use without the reports. */
export const JOURNAL = path.join(ROOT, 'test-results/full-run.json')

function forgetReports() {
  for (const kept of [REPORTS, JOURNAL]) rmSync(kept, { recursive: true, force: true })
}

/**
 * Runs one part of a test run; returns `{ name, seconds, passed, failed, unsteady }`. `work` resolves with an exit code
 * or with counts; if it throws, the part has failed. A concurrent part (`isBeside`) gets an `onOutput`, and its buffered
 * output is printed at its end.
 */
export async function part(name, work, { isBeside = false } = {}) {
  const said = []
  if (!isBeside) console.log(`\n── ${name}`)
  const start = performance.now()
  const given = await Promise.resolve()
    .then(() => work(isBeside ? { onOutput: (chunk) => said.push(chunk) } : {}))
    .catch((error) => {
      console.error(error)
      return 1
    })
  if (isBeside) process.stdout.write(`\n── ${name}\n${Buffer.concat(said)}`)
  const counts =
    typeof given === 'number' ? { passed: given === 0 ? 1 : 0, failed: given === 0 ? 0 : 1 } : given
  return { name, unsteady: [], ...counts, seconds: (performance.now() - start) / 1_000 }
}

/** Counts of a runner's report; a missing report is a failure. */
function countsOf(name, code) {
  const file = path.join(REPORTS, `${name}.json`)
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const { rows } = JSON.parse(readFileSync(file, 'utf8'))
  const failed = rows.filter(({ status }) => status === 'failed').length
  return {
    passed: rows.filter(({ status }) => status === 'passed').length,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    unsteady: rows
      .filter(({ status, attempts }) => status === 'passed' && attempts > 1)
      .map(({ file: test, title }) => `${test} › ${title}`),
  }
}

/**
 * Prints result and duration of each part; the last line is machine-readable. Returns the exit code. With
 * `unsteadyFails` a test that passed on retry counts as failed.
 */
export function summary(parts, { unsteadyFails = false } = {}) {
  const sum = (name) => parts.reduce((total, one) => total + one[name], 0)
  console.log('')
  for (const { name, seconds, passed, failed } of parts) {
    const state = failed > 0 ? 'FAILED' : 'passed'
    const counts = `${passed} passed, ${failed} failed`
    console.log(`${state}  ${name.padEnd(12)} ${clock(seconds)}  ${counts}`)
  }
  const unsteady = parts.flatMap((one) => one.unsteady)
  if (unsteady.length > 0) console.log('\nTried twice, so there is a race to find:')
  for (const title of unsteady) console.log(`  ${title}`)
  const again = unsteadyFails ? unsteady.length : 0
  const [passed, failed] = [sum('passed') - again, sum('failed') + again]
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}

const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`

/** Linux file system in memory (tmpfs). */
const MEMORY = '/dev/shm'
const PREFIX = 'awards-run-'
const LEAST_FREE_BYTES = 8 * 2 ** 30

/**
 * Sets `TMPDIR` to a folder in memory that is removed at exit: on a disk the kernel would write back every copied
 * database. Does nothing if `TMPDIR` is set or less than 8 GiB of `/dev/shm` are free.
 */
function useMemoryFolder() {
  if (process.env.TMPDIR || !existsSync(MEMORY)) return
  removeAbandoned()
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < LEAST_FREE_BYTES) return
  const folder = path.join(MEMORY, `${PREFIX}${process.pid}`)
  // Readable for others: databases run as another user.
  mkdirSync(folder, { mode: 0o755 })
  process.env.TMPDIR = folder
  process.on('exit', () => remove(folder))
}

/** Removes folders of killed runs, whose process is gone. */
function removeAbandoned() {
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) ? Number(name.slice(PREFIX.length)) : 0
    if (pid > 0 && !existsSync(`/proc/${pid}`)) remove(path.join(MEMORY, name))
  }
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

const bin = (name) => path.join(ROOT, 'node_modules/.bin', name)
/** TypeScript 7 checks the types in a third of the time of 6, whose interface webpack's loader needs (ADR 87). */
const TSC = path.join(ROOT, 'tools/node_modules/typescript-native/bin/tsc')
const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js')
const PLAYWRIGHT = path.join(ROOT, 'e2e/node_modules/@playwright/test/cli.js')

// Tests wait for their database, their mail or a start: with three workers a fifth of two processors was idle. Each file
// leaves its native modules behind; a process is replaced before they fill its memory.
const WORKERS = ['--maxWorkers=4', '--workerIdleMemoryLimit=2GB']

const program =
  (name, command, args) =>
  (options = {}) =>
    part(name, (output) => run(command, args, output), options)

// One thread: checkers beside each other check the shared part twice.
export const types = program('types', NODE, [TSC, '-p', '.', '--singleThreaded'])
export const lint = program('lint', bin('oxlint'), ['--quiet'])
export const format = program('format', bin('oxfmt'), ['--check', '.'])
export const build = (options = {}) =>
  part('build', (output) => runTool('tools/build.mjs', [], output), options)
export const conformance = () =>
  part('conformance', () => runTool('tools/conformance/conformance.ts'))

const scriptBudget = () => part('budget', () => runTool('tools/script-budget.ts'))

/** What every test run begins with; a run that is resumed keeps the reports of the parts that have ended. */
export function prepare({ keepsReports = false } = {}) {
  passSignals({ endsRun: true })
  useMemoryFolder()
  if (!keepsReports) forgetReports()
}

/** Types, lint, format and unit tests: what one runs before each commit. */
export async function check() {
  prepare()
  return summary([await types(), await lint(), await format(), await unit()])
}

/**
 * `npm test`: what has to hold before anything lands. Words choose test files by their path, for instance
 * `npm test -- fees`; then the parts that look at everything are left out.
 */
export async function test(words) {
  prepare()
  if (words.length > 0) {
    return summary([await unit(words), await build(), await api(words), await browser(words)])
  }
  // A build leaves a fifth of two processors idle, and a site that loads the demo programme leaves one. What needs
  // neither runs beside them; all else uses both processors.
  const beside = { isBeside: true }
  const parts = await Promise.all([build(beside), unit()])
  parts.push(await scriptBudget(), await api())
  const still = async () => [await types(beside), await lint(beside), await format(beside)]
  parts.push(...(await Promise.all([still(), browser()])).flat(), await conformance())
  return summary(parts)
}

export const unit = (words = [], options = {}) =>
  jest(['unit', 'node'], words, { name: 'unit', ...options })
export const api = (words = [], options = {}) => jest(['api'], words, { name: 'api', ...options })

/** Runs projects of jest; `env` goes to the tests, `name` to the report. */
function jest(projects, words, { name, env = {} }) {
  return part(name, async () => {
    const code = await run(
      NODE,
      [
        '--experimental-vm-modules',
        ...QUIET,
        JEST,
        ...WORKERS,
        '--passWithNoTests',
        '--selectProjects',
        ...projects,
        '--',
        ...words,
      ],
      { env: { AWARDS_REPORTS: REPORTS, AWARDS_REPORT: name, ...env } },
    )
    return countsOf(name, code)
  })
}

/** Runs the browser tests in Chromium; words choose files and titles. */
export function browser(words = [], { name = 'browser', env = {} } = {}) {
  const chosen = ['--project=chromium', '--pass-with-no-tests', ...words]
  return part(name, async () => {
    const chromium = await chromiumPath()
    if (!chromium.path) {
      console.error(chromium.problem)
      return 1
    }
    const given = { CHROMIUM_PATH: chromium.path, AWARDS_REPORTS: REPORTS, ...env }
    const tests = playwright(chosen, { ...given, AWARDS_REPORT: name })
    // What is left to the full run is listed while the other loads the demo programme.
    const listed = { ...given, AWARDS_REPORT: `${name}-full-only`, LIST_FULL_ONLY: '1' }
    const list = ['--list', '--grep', '@full', ...chosen]
    const leavesOut = given.SCALE !== 'full' && given.TOPOLOGY !== 'replicas'
    if (leavesOut) await playwright(list, listed, { onOutput: () => undefined })
    const code = await tests
    return countsOf(name, code)
  })
}

/** Runs the journey in the engines of Debian's Firefox and WebKitGTK. */
export function engines(words = [], { env = {} } = {}) {
  return part('engines', async () => {
    const problem = await ensureEngines()
    if (problem) {
      console.error(problem)
      return 1
    }
    const code = await playwright(
      ['--project=firefox', '--project=webkit', '--workers=1', ...words],
      { AWARDS_REPORTS: REPORTS, AWARDS_REPORT: 'engines', ...env },
    )
    return countsOf('engines', code)
  })
}

/** Node reads TypeScript itself, as it does for the server, so Playwright's own loader stays away. */
const playwright = (args, env, options = {}) =>
  run(NODE, [...QUIET, PLAYWRIGHT, 'test', ...args], {
    ...options,
    cwd: path.join(ROOT, 'e2e'),
    env: { PW_DISABLE_TS_ESM: '1', ...env },
  })
