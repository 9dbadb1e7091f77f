import type { Db } from '../db/database.ts'

export type JobPayload = Record<string, unknown>
/**
 * What a handler returns for a job that has to wait, for instance for another process: it runs again, and no attempt
 * counts. One that was enqueued again meanwhile, by its key, waits as well.
 */
export type JobPostponed = { readonly retryInSeconds: number }
export type JobHandler = (payload: JobPayload) => Promise<JobPostponed | void>
/**
 * Jobs of different lanes run beside each other. Those of `quick`, `mail` and `providers` run several at once, and the
 * lane goes on when the last of them is done; those of the others run one at a time.
 */
export type JobLane = 'quick' | 'mail' | 'slow' | 'providers' | 'webhooks' | 'platform' | 'notices'

/** Background jobs. Enqueue in the transaction whose change they follow. */
export type Jobs = {
  /** `key` deduplicates: at most one waiting job of that name and key. `startAfter` delays the job. */
  enqueue(
    db: Db,
    name: string,
    payload: JobPayload,
    options?: { startAfter?: Date; key?: string },
  ): Promise<void>
  /** Enqueues many jobs of one name in one statement. */
  enqueueMany(db: Db, name: string, payloads: readonly JobPayload[]): Promise<void>
  /**
   * Registers the handler of a job name; call it while modules are mounted, before `start`. Handlers must be
   * idempotent.
   */
  handle(name: string, handler: JobHandler, options?: { lane?: JobLane }): void
  /** Registers a periodic job: runs about every `seconds`, in one process at a time. */
  every(
    name: string,
    seconds: number,
    handler: () => Promise<void>,
    options?: { lane?: JobLane },
  ): void
  /** Starts the workers. `isOnlyProcess`: no other process uses this database, so that all leases are stale. */
  start(options?: { isOnlyProcess: boolean }): Promise<void>
  /** Stops claiming jobs and waits for the running ones. */
  stop(): Promise<void>
  /** Runs all due jobs, then returns; for tests and commands. */
  drain(): Promise<void>
}
