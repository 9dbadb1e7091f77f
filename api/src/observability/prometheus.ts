import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
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
