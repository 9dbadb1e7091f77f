import type { Db } from '../../../api/src/db/database.ts'

export const staffLinksRepository = (db: Db) => ({
  async add(hash: Buffer, owner: string, expires: Date) {
    await db.insertInto('mfe_staff_links').values({ hash, owner, expires_at: expires }).execute()
  },

  /** Whose link it is, as long as it can be used. */
  async ownerOf(hash: Buffer, now: Date): Promise<string | undefined> {
    const row = await db
      .selectFrom('mfe_staff_links')
      .select('owner')
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return row?.owner
  },

  /** Uses a link up; of two at once one gets it. */
  async use(hash: Buffer, now: Date): Promise<string | undefined> {
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

  async forgetBefore(moment: Date) {
    await db.deleteFrom('mfe_staff_links').where('expires_at', '<', moment).execute()
  },
})
