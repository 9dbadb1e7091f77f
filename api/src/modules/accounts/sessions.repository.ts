import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Sessions, TrustedDevices } from '../../db/schema.gen.ts'
import { idleSince } from '../../http/actor.repository.ts'

export type LiveSession = Selectable<Sessions>

/** The table `sessions`. */
export const sessionsRepository = (db: Db) => ({
  async add(session: Insertable<Sessions>) {
    await db.insertInto('sessions').values(session).execute()
  },

  /** Stores when the user of a session last proved the address with a code (step-up). */
  async noteProof(tokenHash: Buffer, at: Date) {
    await db
      .updateTable('sessions')
      .set({ proven_at: at })
      .where('token_hash', '=', tokenHash)
      .execute()
  },

  /** When the user of a session has last signed in, or stepped up in it; undefined for one that is revoked. */
  async lastProof(tokenHash: Buffer): Promise<Date | undefined> {
    const row = await db
      .selectFrom('sessions')
      .select(['created_at', 'proven_at'])
      .where('token_hash', '=', tokenHash)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
    if (!row?.proven_at) return row?.created_at
    return row.proven_at > row.created_at ? row.proven_at : row.created_at
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

  /** Revokes every session of a user but `own`; returns the number revoked. */
  async revokeOthers(userId: string, own: Buffer, at: Date): Promise<number> {
    const result = await revokeLive(db, userId, at).where('token_hash', '!=', own).execute()
    return result.length
  },

  /** Revokes one session of a user; returns 0 if it is another user's or not live. */
  async revokeOne(userId: string, id: string, at: Date): Promise<number> {
    const result = await revokeLive(db, userId, at).where('id', '=', id).execute()
    return result.length
  },

  /** Live sessions that the user has opened, the last used first. */
  live: (userId: string, now: Date): Promise<LiveSession[]> =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('seen_by', 'is', null)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', idleSince(now))
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
})

const revokeLive = (db: Db, userId: string, at: Date) =>
  db
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .where('last_used_at', '>', idleSince(at))
    .returning('id')

export type DeviceRow = Selectable<TrustedDevices>

/** The table `trusted_devices`: browsers in which a juror needs no code to sign in. */
export const devicesRepository = (db: Db) => ({
  async add(device: Insertable<TrustedDevices>) {
    await db.insertInto('trusted_devices').values(device).execute()
  },

  /** Updates the last use of a device of the user; false if it is unknown or expired. */
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

  /** Trusted devices of a user, the last used first. */
  live: (userId: string, now: Date): Promise<DeviceRow[]> =>
    db
      .selectFrom('trusted_devices')
      .selectAll()
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),

  /** Deletes one device of a user; returns 0 if it is another user's or unknown. */
  async forget(userId: string, id: string): Promise<number> {
    const result = await deleteOfUser(db, userId).where('id', '=', id).executeTakeFirst()
    return Number(result.numDeletedRows)
  },

  /** Deletes the devices of a user but `own`; returns the number deleted. */
  async forgetOthers(userId: string, own?: Buffer): Promise<number> {
    const others = deleteOfUser(db, userId)
    const result = await (own ? others.where('token_hash', '!=', own) : others).executeTakeFirst()
    return Number(result.numDeletedRows)
  },
})

const deleteOfUser = (db: Db, userId: string) =>
  db.deleteFrom('trusted_devices').where('user_id', '=', userId)
