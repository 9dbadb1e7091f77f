import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './processes.mjs'

/** Where each run of a test runner leaves its rows; made anew by every `npm test`. */
export const REPORTS = path.join(ROOT, 'test-results/runs')

export const forgetReports = () => rmSync(REPORTS, { recursive: true, force: true })

/**
 * One part of a test run: `{ name, seconds, passed, failed, unsteady }`. `work` resolves with an exit code, or with
 * counts. A part that throws has failed, and the others go on. What runs beside another part (`isBeside`) gets an
 * `onOutput`, and its lines come together when it has ended.
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

/** What a runner has written down of its run; a run that broke off without a report is a failure. */
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
 * Says how every part ended and how long it took; the last line is for machines. Gives the exit code. With
 * `unsteadyFails` a test that needed its second try has failed.
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
