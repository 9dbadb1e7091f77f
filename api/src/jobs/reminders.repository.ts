import type { Db } from '../db/database.ts'

/** Editions of which a deadline comes near. */
export const remindersRepository = (db: Db) => ({
  openEditions: (now: Date) =>
    db
      .selectFrom('editions')
      .select(['id', 'closes_at'])
      .where('opens_at', '<=', now)
      .where('closes_at', '>', now)
      .execute(),
})
