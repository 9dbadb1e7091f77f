import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { TrustedDevices } from '../../db/schema.gen.ts'

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
