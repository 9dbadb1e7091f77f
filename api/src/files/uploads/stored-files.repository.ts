import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { StoredFiles } from '../../db/schema.gen.ts'
import { NO_HASH, SIMILAR_BITS } from '../pictures/perceptual-hash.ts'
import type { PictureVariants } from '../pictures/picture.ts'

export type StoredFileRow = Selectable<StoredFiles>

/** The table `stored_files`, for the pool or a transaction. `awaiting` rows are pending uploads. */
export const storedFilesRepository = (db: Db) => ({
  add: (file: Insertable<StoredFiles>): Promise<StoredFileRow> =>
    db.insertInto('stored_files').values(file).returningAll().executeTakeFirstOrThrow(),

  find: (id: string): Promise<StoredFileRow | undefined> =>
    db.selectFrom('stored_files').selectAll().where('id', '=', id).executeTakeFirst(),

  findByUpload: (tokenHash: Buffer): Promise<StoredFileRow | undefined> =>
    db
      .selectFrom('stored_files')
      .selectAll()
      .where('upload_token_hash', '=', tokenHash)
      .executeTakeFirst(),

  /** Corrects the size of a pending upload. */
  setBytes: (id: string, bytes: number) =>
    db
      .updateTable('stored_files')
      .set({ bytes })
      .where('id', '=', id)
      .where('status', '=', 'awaiting')
      .execute(),

  /** Marks a pending upload `ready`; undefined if another request has done so first. */
  finish: (id: string, change: Updateable<StoredFiles>): Promise<StoredFileRow | undefined> =>
    db
      .updateTable('stored_files')
      .set({ ...change, status: 'ready' })
      .where('id', '=', id)
      .where('status', '=', 'awaiting')
      .returningAll()
      .executeTakeFirst(),

  /** Ids of older files of the same owner with the same SHA-256, the oldest first. */
  async findDuplicates(file: StoredFileRow): Promise<string[]> {
    const rows = await db
      .selectFrom('stored_files')
      .select('id')
      .where('owner_id', '=', file.owner_id)
      .where('sha256', '=', file.sha256)
      .where('status', '=', 'ready')
      .where('id', '<', file.id)
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  },

  /** Id of the older picture of the same owner with the most similar hash, except the one it was cropped from; null without one. */
  async findSimilar({ id, owner_id, phash, cropped_from }: StoredFileRow): Promise<string | null> {
    if (!phash || phash === NO_HASH) return null
    const distance = sql<number>`bit_count(phash # ${phash}::bit(64))`
    const row = await db
      .selectFrom('stored_files')
      .select('id')
      .where('owner_id', '=', owner_id)
      .where('status', '=', 'ready')
      .where('id', '<', id)
      .where('id', '<>', cropped_from ?? '0')
      .where('phash', 'is not', null)
      .where('phash', '<>', NO_HASH)
      .where(distance, '<=', SIMILAR_BITS)
      .orderBy(distance)
      .orderBy('id')
      .executeTakeFirst()
    return row?.id ?? null
  },

  /** Replaces the JPEG by the deferred sizes; false if another worker has done so or the row is gone. */
  async replacePlaceholderSizes(
    id: string,
    placeholderKey: string,
    sizes: Pick<PictureVariants, 'card' | 'full'>,
  ): Promise<boolean> {
    // Notifies the public caches, which would answer the new addresses by the old row: with 404.
    const { rows } = await sql`
      with replaced as (
        update stored_files set variants = variants || ${JSON.stringify(sizes)}::jsonb
        where id = ${id} and variants #>> '{full,key}' = ${placeholderKey}
        returning id)
      select pg_notify('public_content', 'stored_files') from replaced`.execute(db)
    return rows.length > 0
  },

  /** Pictures without a hash, with the storage key of their thumbnail. */
  async withoutHash(limit: number): Promise<{ id: string; key: string }[]> {
    const rows = await db
      .selectFrom('stored_files')
      .select(['id', sql<string>`variants #>> '{thumb,key}'`.as('key')])
      .where('status', '=', 'ready')
      .where('phash', 'is', null)
      .where(sql<boolean>`variants #>> '{thumb,key}' is not null`)
      .limit(limit)
      .execute()
    return rows
  },

  setHash: (id: string, phash: string) =>
    db.updateTable('stored_files').set({ phash }).where('id', '=', id).execute(),

  /** Serialises uploads of one owner until the end of the transaction (advisory lock). */
  lockQuota: (ownerId: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended(${`uploads:${ownerId}`}, 0))`.execute(db),

  /** Bytes of an owner's files, pending uploads included, without the file `except`. */
  async usedBytes(ownerId: string, now: Date, except: string): Promise<number> {
    const { used } = await db
      .selectFrom('stored_files')
      .select(({ fn }) => fn.coalesce(fn.sum<string>('bytes'), sql<string>`0`).as('used'))
      .where('owner_id', '=', ownerId)
      .where('id', '<>', except)
      .where(({ or, and, eb }) =>
        or([
          eb('status', '=', 'ready'),
          and([eb('status', '=', 'awaiting'), eb('upload_expires_at', '>', now)]),
        ]),
      )
      .executeTakeFirstOrThrow()
    return Number(used)
  },

  /** Marks a pending upload `refused`: its bytes are not an accepted file. */
  markRefused: (id: string) =>
    db
      .updateTable('stored_files')
      .set({ status: 'refused' })
      .where('id', '=', id)
      .where('status', '=', 'awaiting')
      .execute(),

  /** Cancels a pending upload. */
  deletePending: (tokenHash: Buffer) =>
    db
      .deleteFrom('stored_files')
      .where('upload_token_hash', '=', tokenHash)
      .where('status', '<>', 'ready')
      .execute(),

  /**
   * Deletes entrants' files that belong to no entry and no juror, and that left their entry, or were uploaded if they were
   * in none, before `before`; returns their `variants`.
   */
  async deleteUnused(before: Date): Promise<unknown[]> {
    const { rows } = await sql<{ variants: unknown }>`
      delete from stored_files b
      where b.status = 'ready' and b.purpose in ('entry_image', 'entry_pdf')
        and b.owner_id is not null and coalesce(b.released_at, b.created_at) < ${before}
        and not exists (select 1 from entry_files f where f.file_id = b.id)
        and not exists (select 1 from entry_answer_files f where f.file_id = b.id)
        and not exists (select 1 from jurors j where j.photo_file_id = b.id)
      returning b.variants`.execute(db)
    return rows.map(({ variants }) => variants)
  },

  /** Deletes pending and refused uploads whose address has expired. */
  async deleteExpired(now: Date) {
    await db
      .deleteFrom('stored_files')
      .where('status', '<>', 'ready')
      .where('upload_expires_at', '<', now)
      .execute()
  },
})

type UploadPiece = { start: string; bytes: number; storage_key: string }
type NewPiece = { start: number; bytes: number; key: string }

/** The table `upload_pieces`: pieces of incomplete uploads, by the SHA-256 of the upload token. */
export const uploadPiecesRepository = (db: Db) => ({
  async bytesOf(upload: Buffer): Promise<number> {
    const row = await db
      .selectFrom('upload_pieces')
      .select(({ fn }) => fn.coalesce(fn.sum<string>('bytes'), sql<string>`0`).as('bytes'))
      .where('upload_hash', '=', upload)
      .executeTakeFirstOrThrow()
    return Number(row.bytes)
  },

  list: (upload: Buffer): Promise<UploadPiece[]> =>
    db
      .selectFrom('upload_pieces')
      .select(['start', 'bytes', 'storage_key'])
      .where('upload_hash', '=', upload)
      .orderBy('start')
      .execute(),

  /** Adds a piece at the end of a pending upload; false if the end is not `start`, or the upload was cancelled. */
  async add(upload: Buffer, { start, bytes, key }: NewPiece): Promise<boolean> {
    const { numAffectedRows } = await sql`
      insert into upload_pieces (upload_hash, start, bytes, storage_key)
      select ${upload}, ${start}, ${bytes}, ${key}
      from (
        select from stored_files where upload_token_hash = ${upload} and status = 'awaiting'
        for key share) as announced
      where (select coalesce(sum(bytes), 0) from upload_pieces where upload_hash = ${upload}) = ${start}
      on conflict (upload_hash, start) do nothing`.execute(db)
    return numAffectedRows === 1n
  },

  remove: (keys: readonly string[]) =>
    db.deleteFrom('upload_pieces').where('storage_key', 'in', keys).execute(),

  /** Uploads that have pieces but are not pending (ready, refused or deleted), with no piece since `before`. */
  async orphanedBefore(before: Date): Promise<Buffer[]> {
    const rows = await db
      .selectFrom('upload_pieces')
      .select('upload_hash')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('stored_files')
              .select('stored_files.id')
              .whereRef('stored_files.upload_token_hash', '=', 'upload_pieces.upload_hash')
              .where('stored_files.status', '=', 'awaiting'),
          ),
        ),
      )
      .groupBy('upload_hash')
      .having(({ fn }) => fn.max('written_at'), '<', before)
      .execute()
    return rows.map(({ upload_hash }) => upload_hash)
  },
})

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

/** Every column that holds storage keys, with the rows that count; a test finds columns that are missing here. */
export const FILE_COLUMNS = [
  { table: 'stored_files', column: 'variants', only: `status = 'ready'` },
  { table: 'data_exports', column: 'storage_key', only: `status = 'ready'` },
  { table: 'book_exports', column: 'storage_key', only: 'true' },
  { table: 'drawn_documents', column: 'storage_key', only: 'true' },
  { table: 'upload_pieces', column: 'storage_key', only: 'true' },
  { table: 'invoices', column: 'storage_key', only: 'storage_key is not null' },
] as const

type FileColumn = (typeof FILE_COLUMNS)[number]

/** SQL that selects every referenced key as `key`, from those of `tables` that are listed above. */
export const referencesQuery = (tables: ReadonlySet<string>): string =>
  FILE_COLUMNS.filter(({ table }) => tables.has(table))
    .map(keysOf)
    .join(' union ')

function keysOf({ table, column, only }: FileColumn): string {
  const key =
    column === 'variants' ? `jsonb_path_query(${column}, 'lax $.**.key') #>> '{}'` : column
  return `select ${key} as key from ${table} where ${only}`
}

const ALL_REFERENCES = referencesQuery(new Set(FILE_COLUMNS.map(({ table }) => table)))

/** Every storage key that a row references. */
export async function referencedKeys(db: Db): Promise<Set<string>> {
  return db.transaction().execute(async (trx) => {
    // Half a million pictures take longer than the statement timeout of a request.
    await sql`set local statement_timeout = 0`.execute(trx)
    const { rows } = await sql.raw<{ key: string }>(ALL_REFERENCES).execute(trx)
    return new Set(rows.map(({ key }) => key))
  })
}
