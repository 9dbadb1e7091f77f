import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import type { Log } from '../app/log.ts'
import type { JobHandler, Jobs } from './jobs.ts'
import { jobsRepository } from './jobs.repository.ts'
import type { ClaimedJob } from './jobs.repository.ts'

const POLL_MS = 500
const BATCH = 8
const LEASE_SECONDS = 120
const RENEW_MS = 40_000
const FIRST_RETRY_SECONDS = 5
const LAST_RETRY_SECONDS = 3_600

type Worker = { handler: JobHandler; everySeconds?: number }

/**
 * Jobs in a table of the same database: a job commits with its cause, is done at least once, and a
 * job whose process was killed is taken up again when its lease ends.
 */
export function jobQueue({ db, clock, log }: { db: Db; clock: () => Date; log: Log }): Jobs {
  const workers = new Map<string, Worker>()
  const repository = jobsRepository(db)
  const later = (seconds: number) => new Date(clock().getTime() + seconds * 1_000)
  let running: Promise<void> | undefined
  let stopped = false
  const wake = new AbortController()

  async function runBatch(): Promise<number> {
    const until = later(LEASE_SECONDS)
    const batch = await repository.claim([...workers.keys()], clock(), until, BATCH)
    await Promise.all(batch.map(runOne))
    return batch.length
  }

  async function runOne(job: ClaimedJob) {
    const worker = workers.get(job.name)
    if (!worker) return
    const renewal = setInterval(() => {
      repository.renew(job.id, later(LEASE_SECONDS)).catch(() => undefined)
    }, RENEW_MS)
    try {
      await worker.handler(job.payload)
      if (worker.everySeconds) await repository.release(job.id, later(worker.everySeconds))
      else await repository.finish(job)
    } catch (error) {
      const wait = Math.min(FIRST_RETRY_SECONDS * 2 ** (job.attempts - 1), LAST_RETRY_SECONDS)
      log.warn('job.failed', { job: job.name, attempts: job.attempts, retry_in: wait, error })
      const retry = later(worker.everySeconds ?? wait)
      await repository.release(job.id, retry, String(error).slice(0, 1_000))
    } finally {
      clearInterval(renewal)
    }
  }

  async function loop() {
    while (!stopped) {
      const done = await runBatch().catch((error: unknown) => {
        if (!stopped) log.error('jobs.unavailable', { error })
        return 0
      })
      if (done < BATCH) {
        await delay(POLL_MS, undefined, { signal: wake.signal }).catch(() => undefined)
      }
    }
  }

  return {
    enqueue: (target, name, payload, { startAfter, key } = {}) =>
      jobsRepository(target).add(name, payload, startAfter ?? clock(), key),
    enqueueMany: (target, name, payloads) =>
      jobsRepository(target).addMany(name, payloads, clock()),
    handle: (name, handler) => void workers.set(name, { handler }),
    every: (name, everySeconds, handler) => void workers.set(name, { handler, everySeconds }),
    async start({ isAlone } = { isAlone: false }) {
      if (isAlone) await repository.endLeases()
      for (const [name, { everySeconds }] of workers) {
        if (everySeconds) await repository.add(name, {}, later(everySeconds), 'every')
      }
      running = loop()
    },
    async stop() {
      stopped = true
      wake.abort()
      await running
    },
    async drain() {
      while ((await runBatch()) > 0);
    },
  }
}
