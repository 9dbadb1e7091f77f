import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { cpuOf } from './common/processes.ts'
import { isQuick } from './common/results.ts'

const SECONDS = isQuick ? 1 : 2
const AT_ONCE = 16
const run = promisify(execFile)

/** A server: where it is asked, and the process whose work counts. */
export type Target = { readonly pid: number; readonly base: string }
/** What is asked of it: `{n}` in the path is a number up to `count`, or one of the `values`. */
export type Load = {
  readonly path: string
  readonly count?: number
  readonly values?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Microseconds of processor time a server takes for one request, while wrk asks all it can. */
export async function cpuPerRequest(
  { pid, base }: Target,
  { path, values, count = values?.length ?? 1, headers = {} }: Load,
  first: number,
  script: string,
) {
  await writeFile(
    script,
    `local k = ${first}
     ${Object.entries(headers)
       .map(([name, value]) => `wrk.headers['${name}'] = '${value}'`)
       .join('\n')}
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
  const spent = (cpuOf(pid) - before) * 1_000
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1])
  if (!requests || /Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return { cpu: spent / requests, requests }
}
