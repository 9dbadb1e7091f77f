import type { Db } from '../db/database.ts'

export type JobPayload = Record<string, unknown>
export type JobHandler = (payload: JobPayload) => Promise<void>

/** Work that outlives a request. It is enqueued in the transaction that causes it. */
export type Jobs = {
  /** `key` keeps one waiting job of that name and key; `startAfter` delays it. */
  enqueue(
    db: Db,
    name: string,
    payload: JobPayload,
    options?: { startAfter?: Date; key?: string },
  ): Promise<void>
  /** Many jobs of one name at once. */
  enqueueMany(db: Db, name: string, payloads: readonly JobPayload[]): Promise<void>
  /**
   * Says who does the jobs of a name. Called while modules are mounted, before `start`. What `isSlow`
   * is done one at a time, beside the others.
   */
  handle(name: string, handler: JobHandler, options?: { isSlow?: boolean }): void
  /** Runs `handler` about every `seconds` in one process at a time. */
  every(name: string, seconds: number, handler: () => Promise<void>): void
  /** `isAlone`: no other process works on this database, so that every lease is a dead one's. */
  start(options?: { isAlone: boolean }): Promise<void>
  stop(): Promise<void>
  /** Does everything that is due, then returns; for tests and commands. */
  drain(): Promise<void>
}
