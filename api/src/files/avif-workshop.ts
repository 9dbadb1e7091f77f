import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** A picture, and the widths in which it is wanted. */
export type AvifTask = { readonly source: Uint8Array; readonly widths: readonly number[] }
export type AvifAnswer =
  | { readonly pictures: readonly Uint8Array[]; readonly placeholder: string }
  | { readonly failure: string }

const PROGRAM = join(import.meta.dirname, 'avif-encoder.ts')

/** Encodes one picture after another in a process that gives way to all others. */
export type AvifWorkshop = {
  encode(task: AvifTask): Promise<AvifAnswer>
  /** Ends the process; the picture it was at answers with a failure. */
  close(): void
}

export function avifWorkshop(): AvifWorkshop {
  let worker: ChildProcess | undefined

  function start() {
    const started = fork(PROGRAM, {
      // One arena: with several, glibc keeps twice the memory.
      env: { MALLOC_ARENA_MAX: '1' },
      execArgv: ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const forget = () => {
      if (worker === started) worker = undefined
    }
    started.once('exit', forget)
    started.on('error', forget)
    return started
  }

  return {
    async encode(task) {
      worker ??= start()
      const mine = worker
      const settled = new AbortController()
      const { signal } = settled
      try {
        const answered = once(mine, 'message', { signal })
        const ended = once(mine, 'exit', { signal }).then(() => [{ failure: 'The encoder ended' }])
        mine.send(task)
        const [answer] = await Promise.race([answered, ended])
        return answer as AvifAnswer
      } finally {
        settled.abort()
      }
    },
    close() {
      worker?.kill()
      worker = undefined
    },
  }
}
