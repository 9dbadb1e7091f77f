import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import {
  requestContext,
  withRequestContext,
  newTraceId,
  type RequestContext,
} from '../http/request-context.ts'
import type { Log } from '../observability/log.ts'
import { NO_METRICS, type Metrics, type Tracing } from '../observability/instruments.ts'
import { jobsRepository, type ClaimedJob } from './jobs.repository.ts'
import type { JobPayload, JobHandler, JobLane, Jobs } from './jobs.ts'

/** Payload field: id of the request that enqueued the job. */
const TRACE_KEY = 'caused_by'

/** Adds the id of the current request to a payload. */
function payloadWithContext(payload: JobPayload): JobPayload {
  const context = requestContext()
  return context ? { ...payload, [TRACE_KEY]: context.trace_id } : payload
}

/** Splits a payload into request context and the rest; a job without a request gets a new trace id. */
function jobContext(name: string, payload: JobPayload): [RequestContext, JobPayload] {
  const { [TRACE_KEY]: traceId, ...own } = payload
  return [{ trace_id: typeof traceId === 'string' ? traceId : newTraceId(), call: name }, own]
}

const POLL_MS = 500
const BATCH = 8
const LEASE_SECONDS = 120
const RENEW_MS = 40_000
const FIRST_RETRY_SECONDS = 5
const LAST_RETRY_SECONDS = 3_600

type Worker = { handler: JobHandler; everySeconds?: number; lane: JobLane }
/**
 * Separate lanes, so that slow jobs, the mail server and each kind of strangers' servers never delay the others. Payment
 * services and VIES share `providers`, whose jobs begin nothing more after a minute or two.
 */
const LANES = [
  { limit: BATCH, name: 'quick' },
  { limit: BATCH, name: 'mail' },
  { limit: 1, name: 'slow' },
  { limit: BATCH, name: 'providers' },
  { limit: 1, name: 'webhooks' },
  { limit: 1, name: 'platform' },
  { limit: 1, name: 'notices' },
] as const satisfies readonly { limit: number; name: JobLane }[]
type Lane = (typeof LANES)[number]

type Parts = {
  db: Db
  clock: () => Date
  log: Log
  metrics?: Metrics
  tracing?: Tracing | undefined
}

/**
 * Job queue in a table of the same database: a job commits with the transaction that enqueues it and runs at least
 * once. Workers lease jobs; after a crash another worker claims the job when its lease expires.
 */
export function jobQueue({ db, clock, log, metrics = NO_METRICS, tracing }: Parts): Jobs {
  const workers = new Map<string, Worker>()
  const repository = jobsRepository(db)
  const later = (seconds: number) => new Date(clock().getTime() + seconds * 1_000)
  let running: Promise<unknown> | undefined
  let stopped = false
  const wake = new AbortController()

  async function runBatch({ limit, name: lane }: Lane): Promise<number> {
    const names = [...workers].filter(([, worker]) => worker.lane === lane)
    if (names.length === 0) return 0
    const until = later(LEASE_SECONDS)
    const batch = await repository.claim(
      names.map(([name]) => name),
      clock(),
      until,
      limit,
    )
    await Promise.all(batch.map(runOne))
    return batch.length
  }

  async function runOne(job: ClaimedJob) {
    const worker = workers.get(job.name)
    if (!worker) return
    const renewal = setInterval(() => {
      repository.renew(job.id, later(LEASE_SECONDS)).catch(() => undefined)
    }, RENEW_MS)
    const [context, payload] = jobContext(job.name, job.payload)
    const facts = { 'job.attempt': job.attempts, 'awards.trace_id': context.trace_id }
    const handle = () => withRequestContext(context, () => worker.handler(payload))
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1_000
    try {
      const postponed = await (tracing ? tracing.span(`job ${job.name}`, facts, handle) : handle())
      metrics.job(job.name, 'done', seconds())
      if (context.acts) log.info('job.done', { job: job.name, ...context })
      const wait = postponed?.retryInSeconds ?? worker.everySeconds
      if (wait) await repository.release(job.id, later(wait))
      else await repository.finish(job)
    } catch (error) {
      metrics.job(job.name, 'failed', seconds())
      await retryLater(job, worker, { context, error })
    } finally {
      clearInterval(renewal)
    }
  }

  async function retryLater(
    { id, name, attempts }: ClaimedJob,
    { everySeconds }: Worker,
    { context: { trace_id }, error }: { context: RequestContext; error: unknown },
  ) {
    const wait = Math.min(FIRST_RETRY_SECONDS * 2 ** (attempts - 1), LAST_RETRY_SECONDS)
    log.warn('job.failed', { trace_id, job: name, attempts, retry_in: wait, error })
    await repository.release(id, later(everySeconds ?? wait), String(error).slice(0, 1_000))
  }

  async function loop(lane: Lane) {
    while (!stopped) {
      const done = await runBatch(lane).catch((error: unknown) => {
        if (!stopped) log.error('jobs.unavailable', { error })
        return 0
      })
      if (done < lane.limit) {
        await delay(POLL_MS, undefined, { signal: wake.signal }).catch(() => undefined)
      }
    }
  }

  return {
    enqueue: (target, name, payload, { startAfter, key } = {}) =>
      jobsRepository(target).add(name, payloadWithContext(payload), startAfter ?? clock(), key),
    enqueueMany: (target, name, payloads) =>
      jobsRepository(target).addMany(name, payloads.map(payloadWithContext), clock()),
    handle: (name, handler, { lane = 'quick' } = {}) => void workers.set(name, { handler, lane }),
    every: (name, everySeconds, handler, { lane = 'quick' } = {}) =>
      void workers.set(name, { handler, everySeconds, lane }),
    async start({ isOnlyProcess } = { isOnlyProcess: false }) {
      if (isOnlyProcess) await repository.endLeases()
      for (const [name, { everySeconds }] of workers) {
        if (everySeconds) await repository.add(name, {}, later(everySeconds), 'every')
      }
      running = Promise.all(LANES.map(loop))
    },
    async stop() {
      stopped = true
      wake.abort()
      await running
    },
    async drain() {
      for (let done = 1; done > 0;) {
        done = 0
        for (const lane of LANES) done += await runBatch(lane)
      }
    },
  }
}
