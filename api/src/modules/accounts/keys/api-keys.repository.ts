import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ApiKeys } from '../../../db/schema.gen.ts'

export type KeyRecord = Selectable<ApiKeys>

/** The table `api_keys`. */
export const apiKeysRepository = (db: Db) => ({
  async add(key: Insertable<ApiKeys>): Promise<string> {
    const { id } = await db
      .insertInto('api_keys')
      .values(key)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** Keys of a user, the newest first. */
  ofUser: (userId: string): Promise<KeyRecord[]> =>
    db
      .selectFrom('api_keys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),

  /** Keys of a user that work. */
  async countLive(userId: string, now: Date): Promise<number> {
    const { count } = await db
      .selectFrom('api_keys')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    return count
  },

  /** Revokes a key of the user; undefined if it is unknown, false if it was revoked before. */
  async revoke(userId: string, id: string, at: Date): Promise<boolean | undefined> {
    const own = await db
      .selectFrom('api_keys')
      .select('revoked_at')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!own) return undefined
    if (own.revoked_at) return false
    await db.updateTable('api_keys').set({ revoked_at: at }).where('id', '=', id).execute()
    return true
  },

  async revokeAll(userId: string, at: Date) {
    await db
      .updateTable('api_keys')
      .set({ revoked_at: at })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
  },
})
