import type { Db } from '../../../api/src/db/database.ts'

/** Whose link it is, and the remote that the browser may change: `*` is any, `none` is no one. */
export type StaffLink = { readonly owner: string; readonly scope: string }

/** The table `mfe_staff_links`: links that work once; only the hash of the token is stored. */
export const staffLinksRepository = (db: Db) => ({
  async add(link: StaffLink & { hash: Buffer; expires_at: Date }) {
    await db.insertInto('mfe_staff_links').values(link).execute()
  },

  /** For whom an unused, unexpired link is. */
  find: (hash: Buffer, now: Date): Promise<StaffLink | undefined> =>
    db
      .selectFrom('mfe_staff_links')
      .select(['owner', 'scope'])
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst(),

  /** Marks a link as used and returns for whom it was. Atomic: of two concurrent uses one succeeds. */
  redeem: (hash: Buffer, now: Date): Promise<StaffLink | undefined> =>
    db
      .updateTable('mfe_staff_links')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['owner', 'scope'])
      .executeTakeFirst(),

  async deleteBefore(expiry: Date) {
    await db.deleteFrom('mfe_staff_links').where('expires_at', '<', expiry).execute()
  },
})
