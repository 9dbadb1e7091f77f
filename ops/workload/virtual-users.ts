import { setTimeout as delay } from 'node:timers/promises'
import { OutcomeUnknown, type ApiClient } from './api-client.ts'

/** Somebody who works until all is done, or without end; an unknown outcome is thrown, and `run` goes on after it. */
export type VirtualUser = { run: () => Promise<void> }

const RETRY_MS = 200

/**
 * Users who try again some time after each lost connection, until they are done or stopped. They have to call
 * the server by `api`: it refuses as a lost connection does once they are stopped.
 */
export function virtualUsers(client: ApiClient, retryMs = RETRY_MS) {
  let isStopped = false
  let working: Promise<unknown>[] = []

  const api: ApiClient = async (token, endpoint, input) => {
    if (isStopped) throw new OutcomeUnknown('The workload is stopped')
    return client(token, endpoint, input)
  }

  async function keepOn({ run }: VirtualUser) {
    while (!isStopped) {
      try {
        return await run()
      } catch (error) {
        if (!(error instanceof OutcomeUnknown)) throw error
      }
      if (!isStopped) await delay(retryMs)
    }
  }

  function start(users: readonly VirtualUser[]) {
    isStopped = false
    const all = Promise.all(users.map(keepOn)).then(() => undefined)
    // `stop` throws it.
    all.catch(() => undefined)
    working.push(all)
    return all
  }

  /** Waits for the calls that are under way; throws what went wrong other than a lost connection. */
  async function stop() {
    isStopped = true
    const stopped = working
    working = []
    await Promise.all(stopped)
  }

  return {
    api,
    /** Resolves when all of these users are done, which endless ones never are. */
    start,
    stop,
    /** Has users work for so long and kills what serves them; all of them have to be at it until then. */
    async killAfter(ms: number, users: readonly VirtualUser[], kill: () => Promise<void>) {
      const ended = start(users).then(() => {
        throw new Error('Everybody ended before the kill')
      })
      // After the kill all of them end, as they should.
      ended.catch(() => undefined)
      const over = new AbortController()
      const worked = delay(ms, undefined, { signal: over.signal })
      await Promise.race([worked, ended]).finally(() => over.abort())
      await kill()
      await stop()
    },
  }
}
