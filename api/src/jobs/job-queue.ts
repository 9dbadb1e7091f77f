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
import type { JobPayload, JobHandler, Jobs } from './jobs.ts'

/** In a payload: the number of the request that has left the job behind. */
const KEY = 'caused_by'

/** A payload that remembers which request it follows from. */
function payloadWithContext(payload: JobPayload): JobPayload {
  const cause = requestContext()
  return cause ? { ...payload, [KEY]: cause.trace_id } : payload
}

/** Takes the two apart again; a job that follows from no request has a number of its own. */
function contextOfJob(name: string, payload: JobPayload): [RequestContext, JobPayload] {
  const { [KEY]: known, ...own } = payload
  return [{ trace_id: typeof known === 'string' ? known : newTraceId(), call: name }, own]
}

const POLL_MS = 500
const BATCH = 8
const LEASE_SECONDS = 120
const RENEW_MS = 40_000
const FIRST_RETRY_SECONDS = 5
const LAST_RETRY_SECONDS = 3_600

type Worker = { handler: JobHandler; everySeconds?: number; isSlow: boolean }
/** What is slow waits for its like, and nothing else waits for it. */
const LANES = [
  { limit: BATCH, isSlow: false },
  { limit: 1, isSlow: true },
] as const
type Lane = (typeof LANES)[number]

type Parts = {
  db: Db
  clock: () => Date
  log: Log
  metrics?: Metrics
  tracing?: Tracing | undefined
}

/**
 * Jobs in a table of the same database: a job commits with its cause, is done at least once, and a
 * job whose process was killed is taken up again when its lease ends.
 */
export function jobQueue({ db, clock, log, metrics = NO_METRICS, tracing }: Parts): Jobs {
  const workers = new Map<string, Worker>()
  const repository = jobsRepository(db)
  const later = (seconds: number) => new Date(clock().getTime() + seconds * 1_000)
  let running: Promise<unknown> | undefined
  let stopped = false
  const wake = new AbortController()

  async function runBatch({ limit, isSlow }: Lane): Promise<number> {
    const names = [...workers].filter(([, worker]) => worker.isSlow === isSlow)
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
    const [cause, payload] = contextOfJob(job.name, job.payload)
    const facts = { 'job.attempt': job.attempts, 'awards.trace_id': cause.trace_id }
    const handle = () => withRequestContext(cause, () => worker.handler(payload))
    const began = performance.now()
    const seconds = () => (performance.now() - began) / 1_000
    try {
      await (tracing ? tracing.span(`job ${job.name}`, facts, handle) : handle())
      metrics.job(job.name, 'done', seconds())
      if (cause.acts) log.info('job.done', { job: job.name, ...cause })
      if (worker.everySeconds) await repository.release(job.id, later(worker.everySeconds))
      else await repository.finish(job)
    } catch (error) {
      metrics.job(job.name, 'failed', seconds())
      await putOff(job, worker, { cause, error })
    } finally {
      clearInterval(renewal)
    }
  }

  async function putOff(
    { id, name, attempts }: ClaimedJob,
    { everySeconds }: Worker,
    { cause: { trace_id }, error }: { cause: RequestContext; error: unknown },
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
    handle: (name, handler, { isSlow = false } = {}) => void workers.set(name, { handler, isSlow }),
    every: (name, everySeconds, handler) =>
      void workers.set(name, { handler, everySeconds, isSlow: false }),
    async start({ isAlone } = { isAlone: false }) {
      if (isAlone) await repository.endLeases()
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
