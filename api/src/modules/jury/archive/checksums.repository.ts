import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** CRC-32 of a stored file, as the ZIP format wants it. */
export type StoredChecksum = {
  readonly storage_key: string
  readonly bytes: number
  readonly crc32: number
}

/** The table `file_checksums`. Stored files never change, so a checksum is computed once. */
export const checksumsRepository = (db: Db) => ({
  /** CRC-32 by storage key, for the keys that have one. */
  async find(keys: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await sql<{ storage_key: string; crc32: number }>`
      select storage_key, crc32::float8 as crc32 from file_checksums
      where storage_key = any(${[...keys]})`.execute(db)
    return new Map(rows.map(({ storage_key, crc32 }) => [storage_key, crc32]))
  },

  /** Inserts checksums; existing ones stay. */
  async insert(checksums: readonly StoredChecksum[]) {
    if (checksums.length === 0) return
    await db
      .insertInto('file_checksums')
      .values([...checksums])
      .onConflict((conflict) => conflict.column('storage_key').doNothing())
      .execute()
  },
})
