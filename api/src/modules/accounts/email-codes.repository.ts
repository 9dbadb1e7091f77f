import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { EmailCodes } from '../../db/schema.gen.ts'

export type EmailCodeRow = Selectable<EmailCodes>

/** The table `email_codes`. */
export const emailCodesRepository = (db: Db) => ({
  async add(code: Insertable<EmailCodes>) {
    await db.insertInto('email_codes').values(code).execute()
  },

  /** Counts a try on the newest unused code of an address; only the newest can be used. */
  async tryLatest(email: string, scene: string): Promise<EmailCodeRow | undefined> {
    return db
      .updateTable('email_codes')
      .set({ tries: sql`least(tries + 1, 100)` })
      .where('id', '=', (where) =>
        where
          .selectFrom('email_codes')
          .select('id')
          .where('email', '=', email)
          .where('scene', '=', scene)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1),
      )
      .where('used_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
  },

  /** Decrements the number of tries. */
  async giveBack(id: string) {
    await db
      .updateTable('email_codes')
      .set({ tries: sql`greatest(tries - 1, 0)` })
      .where('id', '=', id)
      .execute()
  },

  /** Marks the code as used; false if a concurrent request was first. */
  async use(id: string, at: Date): Promise<boolean> {
    const result = await db
      .updateTable('email_codes')
      .set({ used_at: at })
      .where('id', '=', id)
      .where('used_at', 'is', null)
      .executeTakeFirst()
    return result.numUpdatedRows === 1n
  },
})
