import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry, collectDefaultMetrics, Counter, Histogram } from 'prom-client'
import { errorCode, StartError } from '../lib/errors.ts'
import type { Log } from './log.ts'
import type { Metrics } from './instruments.ts'

/** Histogram buckets; 0.3 s is the target of a save. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2.5, 5, 10]
const JOB_BUCKETS = [0.01, 0.05, 0.25, 1, 5, 30, 120, 600]

/** Prometheus metrics. Labels are names from the code, which bounds the number of series. */
export function prometheusMetrics(): { metrics: Metrics; registry: Registry } {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'awards_requests_total',
    help: 'Answered requests by call of the contract, or family of addresses, and by code of the envelope, or of HTTP',
    labelNames: ['call', 'code'],
    registers,
  })
  const durations = new Histogram({
    name: 'awards_request_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['call'],
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const jobs = new Histogram({
    name: 'awards_job_seconds',
    help: 'Time that jobs took, by name and outcome (done, failed)',
    labelNames: ['job', 'outcome'],
    buckets: JOB_BUCKETS,
    registers,
  })
  const lookups = new Counter({
    name: 'awards_public_cache_lookups_total',
    help: 'Questions of visitors, answered from memory (hit) or anew (miss)',
    labelNames: ['result'],
    registers,
  })
  const lines = new Counter({
    name: 'awards_log_lines_total',
    help: 'Lines of the log by level',
    labelNames: ['level'],
    registers,
  })
  // Initialised with 0, so that alerts see the first increase.
  for (const level of ['info', 'warn', 'error']) lines.inc({ level }, 0)
  for (const result of ['hit', 'miss']) lookups.inc({ result }, 0)

  const metrics: Metrics = {
    request(call, code, seconds) {
      requests.inc({ call, code })
      durations.observe({ call }, seconds)
    },
    job: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    lookup: (isKnown) => lookups.inc({ result: isKnown ? 'hit' : 'miss' }),
    line: (level) => lines.inc({ level }),
  }
  return { metrics, registry }
}

type Parts = {
  host: string
  port: number
  registry: Registry
  /** Updates the gauges before each scrape. */
  refresh: () => Promise<void>
  log: Log
}

/** HTTP server for `GET /metrics` only. Throws a StartError if the port or host is not available. */
export async function serveMetrics({ host, port, registry, refresh, log }: Parts) {
  const server = createServer((request, response) => {
    const [path] = (request.url ?? '').split('?')
    if (request.method !== 'GET' || path !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Here is /metrics alone.\n')
      return
    }
    refresh()
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: unknown) => {
          log.error('metrics.failed', { error })
          response.writeHead(500).end()
        },
      )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  }).catch((error: unknown) => {
    const problem = LISTEN_ERRORS[errorCode(error) ?? '']
    throw problem ? new StartError(problem(host, port)) : error
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const LISTEN_ERRORS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) =>
    `Port ${port} is in use. Stop the other program, or set METRICS_PORT to another.`,
  EADDRNOTAVAIL: (host) =>
    `This machine has no address ${host}. Set METRICS_HOST to one of its own, for instance 127.0.0.1.`,
  ENOTFOUND: (host) =>
    `This machine has no address ${host}. Set METRICS_HOST to one of its own, for instance 127.0.0.1.`,
}
