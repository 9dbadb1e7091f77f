import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The process could not say what became of a task. */
export type Failure = {
  readonly failure: string
  readonly hasEnded?: boolean
  readonly isLate?: boolean
}

/** Does one task after another in a process that gives way to all others. */
export type Workshop<Task, Answer> = {
  ask(task: Task): Promise<Answer | Failure>
  /** Ends the process; the task it was at fails. */
  close(): void
}

/** A program beside this file, started when there is something to do, and again when it has ended. */
export function workshop<Task extends object, Answer>(
  program: string,
  limitMs: number,
): Workshop<Task, Answer> {
  let worker: ChildProcess | undefined

  function start() {
    const started = fork(join(import.meta.dirname, program), {
      // One arena: with several, glibc keeps twice the memory.
      env: { MALLOC_ARENA_MAX: '1' },
      execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const forget = () => {
      if (worker === started) worker = undefined
    }
    // It is told first that the line to it is cut, and later that it has ended.
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
      const impatient = setTimeout(() => {
        isLate = true
        mine.kill('SIGKILL')
      }, limitMs)
      try {
        mine.send(task)
        const answered = once(mine, 'message', { signal })
        const ended = once(mine, 'exit', { signal }).then(() => [
          { failure: 'The process ended', hasEnded: true, isLate } satisfies Failure,
        ])
        const [answer] = await Promise.race([answered, ended])
        return answer as Answer
      } catch (error) {
        // It is about to end, or could not even begin.
        mine.kill('SIGKILL')
        if (worker === mine) worker = undefined
        return { failure: String(error), hasEnded: mine.pid !== undefined, isLate }
      } finally {
        clearTimeout(impatient)
        settled.abort()
      }
    },
    close() {
      worker?.kill()
      worker = undefined
    },
  }
}
