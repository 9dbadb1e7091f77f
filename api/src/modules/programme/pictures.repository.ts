import type { Focus } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { StoredPicture } from '../../files/pictures/ingest-image.ts'

/** Original files of the programme's pictures, which an export writes back unchanged. */
export const originalsRepository = (db: Db) => ({
  /** SHA-256 (hex) of stored programme pictures without an original file. */
  async withoutOriginal(): Promise<Set<string>> {
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

  /** Sets the storage key of the original file, unless there is one. */
  setOriginal: (sha256: string, key: string) =>
    db
      .updateTable('stored_files')
      .set({ source_key: key })
      .where('purpose', '=', 'programme')
      .where('sha256', '=', Buffer.from(sha256, 'hex'))
      .where('source_key', 'is', null)
      .execute(),
})

/** Value of `stored_files.purpose`: pictures of the site have no owner, pictures of an entry its entrant. */
export type PictureKind = 'programme' | 'entry_image'
type PictureFile = { file: string; kind: PictureKind; sha256: string }

/** Stored pictures of the programme, identified by the SHA-256 of their file. */
export const picturesRepository = (db: Db) => ({
  /** Map of "kind sha256" to the id of the stored file; the oldest wins. */
  async stored(): Promise<Map<string, string>> {
    const rows = await db
      .selectFrom('stored_files')
      .select(['id', 'purpose', 'sha256'])
      .where('purpose', 'in', ['programme', 'entry_image'])
      .where('status', '=', 'ready')
      .where('sha256', 'is not', null)
      .orderBy('id', 'desc')
      .execute()
    return new Map(
      rows.map(({ id, purpose, sha256 }) => [`${purpose} ${sha256?.toString('hex')}`, id]),
    )
  },

  /** Returns the id of the stored file. */
  async insert(
    picture: PictureFile,
    { width, height, colour, phash, variants, bytes }: StoredPicture & { bytes: number },
  ): Promise<string> {
    const { id } = await db
      .insertInto('stored_files')
      .values({
        ...columns(picture),
        bytes: String(bytes),
        width,
        height,
        colour,
        phash,
        variants: JSON.stringify(variants),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** Notes what crops keep of a picture; returns what it was if that differs. */
  async setFocus(id: string, focus: Focus): Promise<{ before: string | null } | undefined> {
    const { rows } = await sql<{ before: string | null }>`
      with old as (select id, variants ->> 'focus' as before from stored_files where id = ${id})
      update stored_files set variants = variants || ${JSON.stringify({ focus })}::jsonb
      from old where stored_files.id = old.id and old.before is distinct from ${focus}
      returning old.before`.execute(db)
    return rows[0]
  },

  /** Inserts a placeholder without variants, for a dry run that is rolled back. */
  insertPlanned: (picture: PictureFile) =>
    db.insertInto('stored_files').values(columns(picture)).execute(),

  /** Makes a user the owner of files that have none. */
  setOwner: (fileIds: string[], ownerId: string) =>
    db
      .updateTable('stored_files')
      .set({ owner_id: ownerId })
      .where('id', 'in', fileIds)
      .where('owner_id', 'is', null)
      .execute(),
})

const columns = ({ file, kind, sha256 }: PictureFile) => ({
  purpose: kind,
  status: 'ready',
  original_name: file.slice(file.lastIndexOf('/') + 1),
  mime: 'image/jpeg',
  sha256: Buffer.from(sha256, 'hex'),
})
