import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { keysIn } from '../../files/storage/stored-keys.ts'

type Stored = { variants: unknown }

/** The files of an account on their way out: the rows go at once, the bytes after the commit. */
export const erasedFilesRepository = (trx: Db) => ({
  /** Deletes the rows of everything that no result shows, and gives back where the bytes lie. */
  async take(userId: string): Promise<string[]> {
    const { rows: gone } = await sql<Stored>`
      delete from stored_files b
      where b.owner_id = ${userId}
        and not exists (select 1 from entry_files f where f.file_id = b.id)
        and not exists (select 1 from jurors j where j.photo_file_id = b.id)
      returning b.variants`.execute(trx)
    const { rows: kept } = await sql<Stored>`
      update stored_files set original_name = 'picture' where owner_id = ${userId}
      returning variants`.execute(trx)
    const { rows: copies } = await sql<{ storage_key: string }>`
      delete from data_exports where user_id = ${userId} and storage_key is not null
      returning storage_key`.execute(trx)
    const shared = new Set(kept.flatMap(({ variants }) => keysIn(variants)))
    const keys = gone.flatMap(({ variants }) => keysIn(variants)).filter((key) => !shared.has(key))
    return [...new Set([...keys, ...copies.map(({ storage_key }) => storage_key)])]
  },
})
