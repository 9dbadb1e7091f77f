import { setTimeout as delay } from 'node:timers/promises'

/** Numbers from 0 to 1, for instance `seededRandom` of the api. */
export type Random = () => number
/** Shortest and longest time in milliseconds. */
export type Range = { shortest: number; longest: number }

/** A number within a range. */
export const within = (random: Random, { shortest, longest }: Range) =>
  shortest + random() * (longest - shortest)

/** What a person does before each step; it ends at once at full speed. */
export type Think = () => Promise<void>
export const fullSpeed: Think = async () => undefined

/** Think time: a person at a screen, who reads and types before each step. */
export const thinkTime =
  (random: Random, range: Range): Think =>
  async () =>
    void (await delay(within(random, range)))

/** A user who sits down so much later, once: a second start after a loss goes on at once. */
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
