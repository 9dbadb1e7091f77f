import type { Db } from '../../db/database.ts'

/** A project is one work; its entries are the categories it is entered in. */
export const projectsRepository = (db: Db) => ({
  /** The project that an earlier request with the same key began. */
  async byKey(userId: string, key: string | undefined): Promise<string | undefined> {
    if (!key) return undefined
    const row = await db
      .selectFrom('projects')
      .select('id')
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
    return row?.id
  },

  /** Undefined where a request with the same key was faster. */
  async begin(userId: string, title: string, key: string | undefined): Promise<string | undefined> {
    const row = await db
      .insertInto('projects')
      .values({ user_id: userId, title, idempotency_key: key ?? null })
      .onConflict((conflict) => conflict.constraint('projects_idempotency_unique').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  },

  /**
   * A project of this person, locked to the end of the transaction: entries are added to it, and moved within
   * it, one after the other.
   */
  async lockOwn(userId: string, id: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('projects')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    return row?.id
  },
})
