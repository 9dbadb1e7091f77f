import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/**
 * Runs `work` for each item, at most `atOnce` concurrently. After an error it starts no more, waits for those under way,
 * then throws it: whoever cleans up afterwards meets no running write.
 */
export async function inParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let hasFailed = false
  const worker = async () => {
    for (let next = await source.next(); !next.done && !hasFailed; next = await source.next()) {
      await work(next.value).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  await source.return?.()
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Semaphore with a FIFO queue: at most `limit` tasks run concurrently. Tasks with `yields` have low priority: they start
 * when no other task waits.
 */
export function concurrencyLimit(limit: number) {
  let running = 0
  const waiting: (() => void)[] = []
  const yielding: (() => void)[] = []
  return async <T>(work: () => Promise<T>, { yields = false } = {}): Promise<T> => {
    const queue = yields ? yielding : waiting
    if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // Passes the slot to the next in the queue instead of releasing it, so that no new task overtakes.
      const next = waiting.shift() ?? yielding.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** A failed task: the process exited (`hasEnded`), timed out (`isLate`), or could not be started. */
export type WorkerFailure = {
  readonly failure: string
  readonly hasEnded?: boolean
  readonly isLate?: boolean
}

/** A child process that handles one task at a time at the lowest priority. */
export type WorkerProcess<Task, Answer> = {
  /** Resolves with a failure, never rejects. */
  ask(task: Task): Promise<Answer | WorkerFailure>
  /** Kills the process; the running task resolves with a failure. */
  close(): void
}

/** Forks `program` (an absolute path) at the first task, and again after it exited. Kills it if a task exceeds `limitMs`. */
export function workerProcess<Task extends object, Answer>(
  program: string,
  limitMs: number,
): WorkerProcess<Task, Answer> {
  let worker: ChildProcess | undefined

  function start() {
    const started = fork(program, {
      // One malloc arena: with several, glibc uses twice the memory.
      env: { MALLOC_ARENA_MAX: '1' },
      execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const forget = () => {
      if (worker === started) worker = undefined
    }
    // 'disconnect' comes before 'exit'; a task sent in between would be lost.
    started.once('disconnect', forget)
    started.once('exit', forget)
    started.on('error', forget)
    return started
  }

  return {
    async ask(task) {
      worker ??= start()
      const mine = worker
      const settled = new AbortController()
      const { signal } = settled
      let isLate = false
      const timeout = setTimeout(() => {
        isLate = true
        mine.kill('SIGKILL')
      }, limitMs)
      try {
        mine.send(task)
        const answered = once(mine, 'message', { signal })
        const ended = once(mine, 'exit', { signal }).then(() => [
          { failure: 'The process ended', hasEnded: true, isLate } satisfies WorkerFailure,
        ])
        const [answer] = await Promise.race([answered, ended])
        return answer as Answer
      } catch (error) {
        // The process is exiting, or could not start.
        mine.kill('SIGKILL')
        if (worker === mine) worker = undefined
        return { failure: String(error), hasEnded: mine.pid !== undefined, isLate }
      } finally {
        clearTimeout(timeout)
        settled.abort()
      }
    },
    close() {
      worker?.kill()
      worker = undefined
    },
  }
}
