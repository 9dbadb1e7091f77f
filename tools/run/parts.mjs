import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './processes.mjs'

/** Reports of the test runners; removed at the start of each run. */
export const REPORTS = path.join(ROOT, 'test-results/runs')

export const forgetReports = () => rmSync(REPORTS, { recursive: true, force: true })

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
export function countsOf(name, code) {
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
export function useMemoryFolder() {
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
