import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Sessions, TrustedDevices } from '../../db/schema.gen.ts'
import { idleSince } from '../../http/actor.repository.ts'

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

export type DeviceRow = Selectable<TrustedDevices>

/** Browsers that jurors trust, for the pool or a transaction. */
export const devicesRepository = (db: Db) => ({
  async add(device: Insertable<TrustedDevices>) {
    await db.insertInto('trusted_devices').values(device).execute()
  },

  /** Notes the use of a device of this person; false when it is not known, or no more. */
  async use(userId: string, digest: Buffer, now: Date): Promise<boolean> {
    const result = await db
      .updateTable('trusted_devices')
      .set({ last_used_at: now })
      .where('user_id', '=', userId)
      .where('token_hash', '=', digest)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  },

  /** What a person trusts, the latest use first. */
  live: (userId: string, now: Date): Promise<DeviceRow[]> =>
    db
      .selectFrom('trusted_devices')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),

  /** Forgets one device of a person; 0 when it is another person's, or is not trusted any more. */
  async forget(userId: string, id: string): Promise<number> {
    const result = await ofPerson(db, userId).where('id', '=', id).executeTakeFirst()
    return Number(result.numDeletedRows)
  },

  /** Forgets what a person trusts, but for the device that asks; says how many. */
  async forgetOthers(userId: string, own?: Buffer): Promise<number> {
    const others = ofPerson(db, userId)
    const result = await (own ? others.where('token_hash', '!=', own) : others).executeTakeFirst()
    return Number(result.numDeletedRows)
  },
})

const ofPerson = (db: Db, userId: string) =>
  db.deleteFrom('trusted_devices').where('user_id', '=', userId)
