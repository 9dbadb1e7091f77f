import type { Insertable, Selectable } from 'kysely'
import { idleSince } from '../../http/actor.repository.ts'
import type { Db } from '../../db/database.ts'
import type { Sessions } from '../../db/schema.gen.ts'

export type LiveSession = Selectable<Sessions>

/** The table `sessions`, for the pool or a transaction. */
export const sessionsRepository = (db: Db) => ({
  async add(session: Insertable<Sessions>) {
    await db.insertInto('sessions').values(session).execute()
  },

  /** Notes that a code by e-mail has stood for the person of a session. */
  async noteProof(tokenHash: Buffer, at: Date) {
    await db
      .updateTable('sessions')
      .set({ proven_at: at })
      .where('token_hash', '=', tokenHash)
      .execute()
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

  /** Ends every session of a person but the one that asks; says how many. */
  async revokeOthers(userId: string, own: Buffer, at: Date): Promise<number> {
    const result = await liveSessions(db, userId, at).where('token_hash', '!=', own).execute()
    return result.length
  },

  /** Ends one session of a person; 0 when it is another person's, or has ended. */
  async revokeOne(userId: string, id: string, at: Date): Promise<number> {
    const result = await liveSessions(db, userId, at).where('id', '=', id).execute()
    return result.length
  },

  /** Where a person is signed in, the latest use first. */
  live: (userId: string, now: Date): Promise<LiveSession[]> =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', idleSince(now))
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
})

const liveSessions = (db: Db, userId: string, at: Date) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .where('last_used_at', '>', idleSince(at))
    .returning('id')
