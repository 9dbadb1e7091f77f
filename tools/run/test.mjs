import path from 'node:path'
import { chromiumPath, ensureEngines } from './browsers.mjs'
import { countsOf, forgetReports, part, REPORTS, summary, useMemoryFolder } from './parts.mjs'
import { NODE, passSignals, QUIET, ROOT, run, runTool } from './processes.mjs'

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

export const scriptBudget = () => part('budget', () => runTool('tools/script-budget.ts'))

/** What every test run begins with. */
export function prepare() {
  passSignals()
  useMemoryFolder()
  forgetReports()
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
  const parts = [await build(), await scriptBudget(), await unit(), await api()]
  // Before the first browser test one processor loads the demo programme; the compiler takes the other. All else uses both.
  const beside = { isBeside: true }
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
