import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { StoredFiles } from '../../db/schema.gen.ts'
import { NO_HASH, SIMILAR_BITS } from '../pictures/perceptual-hash.ts'
import type { PictureVariants } from '../pictures/picture.ts'

export type StoredFileRow = Selectable<StoredFiles>

/** The table `stored_files`, for the pool or a transaction. */
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

  /** The file is larger than it was announced. */
  noteBytes: (id: string, bytes: number) =>
    db
      .updateTable('stored_files')
      .set({ bytes })
      .where('id', '=', id)
      .where('status', '=', 'awaiting')
      .execute(),

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

  /** An older picture of the same person that looks the same; a crop is no likeness of its whole. */
  async lookalikeOf({ id, owner_id, phash, cropped_from }: StoredFileRow): Promise<string | null> {
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

  /** Puts sizes of their own in the place of the JPEG; false when somebody else has, or it is gone. */
  async replaceStandIns(
    id: string,
    standIn: string,
    sizes: Pick<PictureVariants, 'card' | 'full'>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('stored_files')
      .set({ variants: sql`variants || ${JSON.stringify(sizes)}::jsonb` })
      .where('id', '=', id)
      .where(sql<boolean>`variants #>> '{full,key}' = ${standIn}`)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Pictures whose look nobody has noted, with the key of their smallest size. */
  async withoutLook(limit: number): Promise<{ id: string; key: string }[]> {
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

  noteLook: (id: string, phash: string) =>
    db.updateTable('stored_files').set({ phash }).where('id', '=', id).execute(),

  /** Bytes that a person's files take, those that are still on their way included. */
  async bytesOf(ownerId: string, now: Date, except: string): Promise<number> {
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

  /** Its bytes are no file that the site takes. */
  refuse: (id: string) =>
    db
      .updateTable('stored_files')
      .set({ status: 'refused' })
      .where('id', '=', id)
      .where('status', '=', 'awaiting')
      .execute(),

  /** The person has thought better of it. */
  forgetAnnounced: (tokenHash: Buffer) =>
    db
      .deleteFrom('stored_files')
      .where('upload_token_hash', '=', tokenHash)
      .where('status', '<>', 'ready')
      .execute(),

  /** Deletes what entrants sent before `before` and no entry has; gives back where the bytes lie. */
  async takeUnused(before: Date): Promise<unknown[]> {
    const { rows } = await sql<{ variants: unknown }>`
      delete from stored_files b
      where b.status = 'ready' and b.purpose in ('entry_image', 'entry_pdf')
        and b.owner_id is not null and b.created_at < ${before}
        and not exists (select 1 from entry_files f where f.file_id = b.id)
        and not exists (select 1 from jurors j where j.photo_file_id = b.id)
      returning b.variants`.execute(db)
    return rows.map(({ variants }) => variants)
  },

  /** Uploads that were announced and never came, or were refused. */
  async forgetAbandoned(now: Date) {
    await db
      .deleteFrom('stored_files')
      .where('status', '<>', 'ready')
      .where('upload_expires_at', '<', now)
      .execute()
  },
})

type UploadPiece = { start: string; bytes: number; storage_key: string }
type NewPiece = { start: number; bytes: number; key: string }

/** The table `upload_pieces`; an upload is named by the digest of its token. */
export const uploadPiecesRepository = (db: Db) => ({
  async bytesOf(upload: Buffer): Promise<number> {
    const row = await db
      .selectFrom('upload_pieces')
      .select(({ fn }) => fn.coalesce(fn.sum<string>('bytes'), sql<string>`0`).as('bytes'))
      .where('upload_hash', '=', upload)
      .executeTakeFirstOrThrow()
    return Number(row.bytes)
  },

  of: (upload: Buffer): Promise<UploadPiece[]> =>
    db
      .selectFrom('upload_pieces')
      .select(['start', 'bytes', 'storage_key'])
      .where('upload_hash', '=', upload)
      .orderBy('start')
      .execute(),

  /** False where the upload does not end at `start` (any more), or was given up: another connection did so. */
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

  /** Uploads with pieces that nobody goes on with: stored, refused or forgotten, and at rest since. */
  async settledBefore(moment: Date): Promise<Buffer[]> {
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
      .having(({ fn }) => fn.max('written_at'), '<', moment)
      .execute()
    return rows.map(({ upload_hash }) => upload_hash)
  },
})
