import type { Insertable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Sessions } from '../../db/schema.gen.ts'

/** The table `sessions`, for the pool or a transaction. */
export const sessionsRepository = (db: Db) => ({
  async add(session: Insertable<Sessions>) {
    await db.insertInto('sessions').values(session).execute()
  },

  async revoke(tokenHash: Buffer, at: Date) {
    await db
      .updateTable('sessions')
      .set({ revoked_at: at })
      .where('token_hash', '=', tokenHash)
      .where('revoked_at', 'is', null)
      .execute()
  },

  async revokeAll(userId: string, at: Date) {
    await db
      .updateTable('sessions')
      .set({ revoked_at: at })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute()
  },

  async touch(tokenHash: Buffer, at: Date) {
    const recent = new Date(at.getTime() - 600_000)
    await db
      .updateTable('sessions')
      .set({ last_used_at: at })
      .where('token_hash', '=', tokenHash)
      .where('last_used_at', '<', recent)
      .execute()
  },
})
