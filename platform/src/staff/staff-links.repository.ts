import type { Db } from '../../../api/src/db/database.ts'

/** The table `mfe_staff_links`: links that work once; only the hash of the token is stored. */
export const staffLinksRepository = (db: Db) => ({
  async add(hash: Buffer, owner: string, expires: Date) {
    await db.insertInto('mfe_staff_links').values({ hash, owner, expires_at: expires }).execute()
  },

  /** The owner of an unused, unexpired link. */
  async findOwner(hash: Buffer, now: Date): Promise<string | undefined> {
    const row = await db
      .selectFrom('mfe_staff_links')
      .select('owner')
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return row?.owner
  },

  /** Marks a link as used and returns its owner. Atomic: of two concurrent uses one succeeds. */
  async redeem(hash: Buffer, now: Date): Promise<string | undefined> {
    const row = await db
      .updateTable('mfe_staff_links')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('owner')
      .executeTakeFirst()
    return row?.owner
  },

  async deleteBefore(expiry: Date) {
    await db.deleteFrom('mfe_staff_links').where('expires_at', '<', expiry).execute()
  },
})
