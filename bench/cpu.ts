import { generateLoad } from './common/load.ts'
import { cpuOf } from './common/processes.ts'
import { isQuick } from './common/results.ts'

const SECONDS = isQuick ? 1 : 2
const AT_ONCE = 16

/** A server: where it is asked, and the processes whose work counts. */
export type Target = { readonly pids: readonly number[]; readonly base: string }
/** What is asked of it: `{n}` in the path is a number up to `count`, or one of the `values`. */
export type Reads = {
  readonly path: string
  readonly count?: number
  readonly values?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** Microseconds of processor time a server takes for one request under full load; reads go on from `first`. */
export async function cpuPerRequest(
  { pids, base }: Target,
  { path, values, count = values?.length ?? 1, headers = {} }: Reads,
  first: number,
) {
  const pathOf = (request: number) => {
    const n = (first + request) % count
    return path.replace('{n}', values?.[n] ?? String(n + 1))
  }
  const cpuNow = () => pids.reduce((sum, pid) => sum + cpuOf(pid), 0)
  const before = cpuNow()
  const load = { url: base, path: pathOf, seconds: SECONDS, connections: AT_ONCE, headers }
  const requests = await generateLoad(load)
  return { cpu: ((cpuNow() - before) * 1_000) / requests, requests }
}
