import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { demoData, newFolder, startSite, type Site } from '../../e2e/src/harness/site.ts'
import { isQuick } from './results.ts'

/**
 * Starts a site with the demo programme; it stops with the process. AWARDS_DEMO_DATA names a loaded data folder that is
 * copied instead of loading the programme again.
 */
export async function benchSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = process.env['AWARDS_DEMO_DATA'] ? await demoData() : await newFolder()
  return startSite({ dataDir, env: { PREPARE_AVIF: 'off', ...env } })
}

const TICKS_PER_SECOND = 100

/** CPU time of a process with all threads but without children, in milliseconds. */
export function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program name in brackets may contain spaces; the state follows.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND
}

/** Resident memory of a process, in megabytes. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** Load on a server: paths in turns for a number of seconds. */
export type Load = {
  readonly url: string
  /** Path of the n-th request, from zero. */
  readonly path: (request: number) => string
  readonly seconds: number
  readonly connections: number
  /** Maximum request rate; unlimited by default. */
  readonly perSecond?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Generates load with autocannon; returns the number of responses, throws if any is not 2xx or 304. */
export async function generateLoad(load: Load): Promise<number> {
  let next = 0
  const setupRequest = (request: autocannon.Request) => ({ ...request, path: load.path(next++) })
  const result = await autocannon({
    url: load.url,
    connections: load.connections,
    duration: load.seconds,
    ...(load.perSecond && { overallRate: load.perSecond }),
    ...(load.headers && { headers: load.headers }),
    requests: [
      {
        method: 'GET',
        setupRequest,
      },
    ],
  })
  const { errors, timeouts } = result
  const refused = result['4xx'] + result['5xx']
  if (errors + timeouts + refused > 0) {
    throw new Error(
      `${load.url}${load.path(0)}: ${refused} requests were refused, ${errors} failed, ${timeouts} were late`,
    )
  }
  return result['2xx'] + result['3xx']
}

const SECONDS = isQuick ? 1 : 2
const AT_ONCE = 16

/** A server: its URL and the processes whose CPU time counts. */
export type Target = { readonly pids: readonly number[]; readonly base: string }
/** Requests to a server: `{n}` in the path is a number up to `count`, or one of the `values`. */
export type Reads = {
  readonly path: string
  readonly count?: number
  readonly values?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

/** CPU microseconds per request under full load; request numbers start at `first`. */
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
