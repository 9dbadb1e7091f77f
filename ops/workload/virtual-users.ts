import { setTimeout as delay } from 'node:timers/promises'
import { OutcomeUnknown, type ApiClient } from './api-client.ts'

/** Returns a number from 0 to 1, for instance `seededRandom` of the api. */
export type Random = () => number
/** A range of milliseconds. */
export type Range = { shortest: number; longest: number }

/** A uniform random number in a range. */
export const within = (random: Random, { shortest, longest }: Range) =>
  shortest + random() * (longest - shortest)

/** Pause before each step; none at full speed. */
export type Think = () => Promise<void>
export const fullSpeed: Think = async () => undefined

/** Random think time, as of a person who reads and types. */
export const thinkTime =
  (random: Random, range: Range): Think =>
  async () =>
    void (await delay(within(random, range)))

/** Delays the first run of a user (ramp-up); later runs after a lost connection start at once. */
export function arrivingAfter<User extends { run: () => Promise<void> }>(ms: number, user: User) {
  let hasArrived = false
  return {
    ...user,
    async run() {
      if (!hasArrived) await delay(ms)
      hasArrived = true
      await user.run()
    },
  }
}

/** A user of the workload. `run` throws `OutcomeUnknown` for a lost connection and resumes when called again. */
export type VirtualUser = { run: () => Promise<void> }

const RETRY_MS = 200

/**
 * Runs users and retries after each lost connection until they are done or stopped. Users have to call the server through
 * `api`, which throws `OutcomeUnknown` once they are stopped.
 */
export function virtualUsers(client: ApiClient, retryMs = RETRY_MS) {
  let isStopped = false
  let working: Promise<unknown>[] = []
  let onAnswer = () => {}

  const api: ApiClient = async (token, endpoint, input) => {
    if (isStopped) throw new OutcomeUnknown('The workload is stopped')
    const answer = await client(token, endpoint, input)
    onAnswer()
    return answer
  }

  async function runWithRetries({ run }: VirtualUser) {
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
    const all = Promise.all(users.map(runWithRetries)).then(() => undefined)
    // Handled here; `stop` rethrows it.
    all.catch(() => undefined)
    working.push(all)
    return all
  }

  /** Stops the users and waits for pending calls; throws errors other than lost connections. */
  async function stop() {
    isStopped = true
    const stopped = working
    working = []
    await Promise.all(stopped)
  }

  return {
    api,
    /** Resolves when all users are done; never for endless ones. */
    start,
    stop,
    /**
     * Runs users and calls `kill` some `ms` after the first answer of the server, so that work was done on a slow machine
     * too; throws if all users finish earlier.
     */
    async killAfter(ms: number, users: readonly VirtualUser[], kill: () => Promise<void>) {
      const answered = new Promise<void>((resolve) => {
        onAnswer = resolve
      })
      const ended = start(users).then(() => {
        throw new Error('Everybody ended before the kill')
      })
      // Also rejects after the kill, when all users end as expected.
      ended.catch(() => undefined)
      const over = new AbortController()
      const worked = answered.then(() => delay(ms, undefined, { signal: over.signal }))
      await Promise.race([worked, ended]).finally(() => over.abort())
      await kill()
      await stop()
    },
  }
}
