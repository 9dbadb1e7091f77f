import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type UploadPiece = { start: string; bytes: number; storage_key: string }
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
