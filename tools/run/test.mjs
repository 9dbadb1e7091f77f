import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromiumPath } from './chromium.mjs'
import { NODE, ROOT, passSignals, run, runTool } from './processes.mjs'

const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js')
const bin = (name) => path.join(ROOT, 'node_modules/.bin', name)

// Files with a database of their own wait half of the time. Each leaves its native modules behind; a process is
// replaced before they fill its memory.
const IN_WORKERS = ['--maxWorkers=2', '--workerIdleMemoryLimit=2GB']

const types = () => single('types', () => run(bin('tsc'), ['-p', '.']))
const lint = () => single('lint', () => run(bin('oxlint'), ['--quiet']))
const unit = (args = []) => jest('unit', ['unit', 'node'], args)

/** Types, lint and unit tests: what one runs before each commit. */
export async function check() {
  passSignals()
  return summary([await types(), await lint(), await unit()])
}

/** Everything. Arguments go to jest, for instance `npm test -- fees`. */
export async function test(args) {
  passSignals()
  const results = [await types(), await lint(), await unit(args)]
  // The API's own tests read documents too, which are made of the builds.
  const build = await single('build', () => runTool('tools/build.mjs'))
  results.push(build, await jest('api', ['api'], [...IN_WORKERS, ...args]))
  if (build.failed === 0) results.push(await browser(args))
  return summary(results)
}

async function browser(args) {
  const chromium = await chromiumPath()
  if (!chromium.path) {
    console.error(chromium.problem)
    return { name: 'browser', passed: 0, failed: 1 }
  }
  return jest('browser', ['browser'], ['--runInBand', ...args], { CHROMIUM_PATH: chromium.path })
}

/** A step that counts as one test. */
async function single(name, step) {
  console.log(`\n── ${name}`)
  const failed = (await step()) === 0 ? 0 : 1
  return { name, passed: 1 - failed, failed }
}

async function jest(name, projects, args, env = {}) {
  console.log(`\n── ${name}`)
  const folder = mkdtempSync(path.join(tmpdir(), 'awards-counts-'))
  const counts = path.join(folder, 'counts')
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const options = args.filter((argument) => argument.startsWith('-'))
  const patterns = args.filter((argument) => !argument.startsWith('-'))
  const chosen = [
    '--passWithNoTests',
    ...options,
    '--selectProjects',
    ...projects,
    '--',
    ...patterns,
  ]
  const code = await run(NODE, [...flags, JEST, ...chosen], {
    env: { AWARDS_COUNTS: counts, ...env },
  })
  const lines = existsSync(counts) ? readFileSync(counts, 'utf8').trim().split('\n') : []
  rmSync(folder, { recursive: true })
  const sums = lines.filter(Boolean).map((line) => JSON.parse(line))
  const passed = sums.reduce((total, sum) => total + sum.passed, 0)
  const failed = sums.reduce((total, sum) => total + sum.failed, 0)
  // A run that broke off without counting is a failure too.
  return { name, passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

function summary(results) {
  const passed = results.reduce((total, result) => total + result.passed, 0)
  const failed = results.reduce((total, result) => total + result.failed, 0)
  console.log('')
  for (const result of results) {
    const state = result.failed > 0 ? 'FAILED' : 'passed'
    console.log(
      `${state}  ${result.name.padEnd(8)} ${result.passed} passed, ${result.failed} failed`,
    )
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
}
