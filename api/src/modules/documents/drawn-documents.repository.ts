import type { Db } from '../../db/database.ts'

/** Documents that lie in the storage although they can be drawn again. */
export const drawnDocumentsRepository = (db: Db) => ({
  async note(key: string, at: Date) {
    await db
      .insertInto('drawn_documents')
      .values({ storage_key: key, drawn_at: at })
      .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ drawn_at: at }))
      .execute()
  },

  async olderThan(moment: Date): Promise<string[]> {
    const rows = await db
      .selectFrom('drawn_documents')
      .select('storage_key')
      .where('drawn_at', '<', moment)
      .execute()
    return rows.map(({ storage_key }) => storage_key)
  },

  remove: (key: string) =>
    db.deleteFrom('drawn_documents').where('storage_key', '=', key).execute(),
})
