import { setTimeout as delay } from 'node:timers/promises'

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
