import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { StoredFiles } from '../db/schema.gen.ts'

export type StoredFileRow = Selectable<StoredFiles>

/** The table `stored_files`, for the pool or a transaction. */
export const storedFilesRepository = (db: Db) => ({
  add: (file: Insertable<StoredFiles>): Promise<StoredFileRow> =>
    db.insertInto('stored_files').values(file).returningAll().executeTakeFirstOrThrow(),

  findByUpload: (tokenHash: Buffer): Promise<StoredFileRow | undefined> =>
    db
      .selectFrom('stored_files')
      .selectAll()
      .where('upload_token_hash', '=', tokenHash)
      .executeTakeFirst(),

  /** Undefined when another request has finished the same upload first. */
  finish: (id: string, change: Updateable<StoredFiles>): Promise<StoredFileRow | undefined> =>
    db
      .updateTable('stored_files')
      .set({ ...change, status: 'ready' })
      .where('id', '=', id)
      .where('status', '=', 'awaiting')
      .returningAll()
      .executeTakeFirst(),

  /** An older file of the same person with the same bytes. */
  async twinOf(file: StoredFileRow): Promise<string | null> {
    const row = await db
      .selectFrom('stored_files')
      .select('id')
      .where('owner_id', '=', file.owner_id)
      .where('sha256', '=', file.sha256)
      .where('status', '=', 'ready')
      .where('id', '<', file.id)
      .orderBy('id')
      .executeTakeFirst()
    return row?.id ?? null
  },

  /** Uploads that were announced and never came. */
  async forgetAbandoned(now: Date) {
    await db
      .deleteFrom('stored_files')
      .where('status', '=', 'awaiting')
      .where('upload_expires_at', '<', now)
      .execute()
  },
})
