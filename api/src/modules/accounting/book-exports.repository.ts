import type { Insertable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { BookExports } from '../../db/schema.gen.ts'

/** Copies of the books that were handed out. */
export const bookExportsRepository = (db: Db) => ({
  add: (row: Insertable<BookExports>) => db.insertInto('book_exports').values(row).execute(),

  olderThan: (moment: Date) =>
    db.selectFrom('book_exports').select('storage_key').where('created_at', '<', moment).execute(),

  remove: (key: string) => db.deleteFrom('book_exports').where('storage_key', '=', key).execute(),
})
