import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export type Checksum = {
  readonly storage_key: string
  readonly bytes: number
  readonly crc32: number
}

/** Checksums of stored bytes by their key. */
export const checksumsRepository = (db: Db) => ({
  async of(keys: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await sql<{ storage_key: string; crc32: number }>`
      select storage_key, crc32::float8 as crc32 from file_checksums
      where storage_key = any(${[...keys]})`.execute(db)
    return new Map(rows.map(({ storage_key, crc32 }) => [storage_key, crc32]))
  },

  async keep(checksums: readonly Checksum[]) {
    if (checksums.length === 0) return
    await db
      .insertInto('file_checksums')
      .values([...checksums])
      .onConflict((conflict) => conflict.column('storage_key').doNothing())
      .execute()
  },
})
