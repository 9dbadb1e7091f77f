import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const SECONDS = 2
const AT_ONCE = 16
const TICKS_PER_SECOND = 100
const run = promisify(execFile)

/** A server: where it is asked, and the process whose work counts. */
export type Target = { readonly pid: number; readonly base: string }
/** What is asked of it: `{n}` in the path is a number up to `count`, or one of the `values`. */
export type Load = {
  readonly path: string
  readonly count?: number
  readonly values?: readonly string[]
}

/** Processor time of a process so far, in microseconds, all its threads together. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000_000) / TICKS_PER_SECOND
}

/** Microseconds of processor time a server takes for one request, while wrk asks all it can. */
export async function cpuPerRequest(
  { pid, base }: Target,
  { path, values, count = values?.length ?? 1 }: Load,
  first: number,
  script: string,
) {
  await writeFile(
    script,
    `local k = ${first}
     local v = {${(values ?? []).map((value) => `'${value}'`).join(',')}}
     request = function()
       k = k + 1
       local n = k % ${count} + 1
       return wrk.format('GET', (string.gsub('${path}', '{n}', v[n] or tostring(n))))
     end`,
  )
  const before = cpuOf(pid)
  const { stdout } = await run('wrk', [
    ...['-t1', `-c${AT_ONCE}`, `-d${SECONDS}s`, '-s', script, base],
  ])
  const spent = cpuOf(pid) - before
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  if (!requests || /Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return { cpu: spent / requests, requests }
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)
const round = (value: number) => Number(value.toPrecision(3))

/** Median and range of some figures. */
export function spread(values: readonly number[]) {
  const all = sorted(values)
  const [low, high] = [all[0] ?? NaN, all.at(-1) ?? NaN]
  return { median: round(all[all.length >> 1] ?? NaN), low: round(low), high: round(high) }
}
