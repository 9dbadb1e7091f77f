import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** The pictures of the programme as they were given, from which an export writes them again. */
export const pictureSourcesRepository = (db: Db) => ({
  /** Hashes of stored pictures of which the given file is not kept. */
  async unkept(): Promise<Set<string>> {
    const rows = await db
      .selectFrom('stored_files')
      .select(sql<string>`encode(sha256, 'hex')`.as('sha256'))
      .where('purpose', '=', 'programme')
      .where('status', '=', 'ready')
      .where('sha256', 'is not', null)
      .where('source_key', 'is', null)
      .execute()
    return new Set(rows.map(({ sha256 }) => sha256))
  },

  keep: (sha256: string, key: string) =>
    db
      .updateTable('stored_files')
      .set({ source_key: key })
      .where('purpose', '=', 'programme')
      .where('sha256', '=', Buffer.from(sha256, 'hex'))
      .where('source_key', 'is', null)
      .execute(),
})
