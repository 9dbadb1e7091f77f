import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { StoredPicture } from '../../files/pictures/ingest-image.ts'

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

/** Pictures of the site belong to nobody; those of an entry belong to its entrant. */
export type PictureKind = 'programme' | 'entry_image'
type Wanted = { file: string; kind: PictureKind; sha256: string }

/** Stored pictures of the programme, found again by the hash of the file they came from. */
export const picturesRepository = (db: Db) => ({
  /** "kind hash" → identifier. */
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

  insert: (
    wanted: Wanted,
    { width, height, colour, phash, variants, bytes }: StoredPicture & { bytes: number },
  ) =>
    db
      .insertInto('stored_files')
      .values({
        ...columns(wanted),
        bytes: String(bytes),
        width,
        height,
        colour,
        phash,
        variants: JSON.stringify(variants),
      })
      .execute(),

  insertPlanned: (wanted: Wanted) =>
    db.insertInto('stored_files').values(columns(wanted)).execute(),

  own: (fileIds: string[], ownerId: string) =>
    db
      .updateTable('stored_files')
      .set({ owner_id: ownerId })
      .where('id', 'in', fileIds)
      .where('owner_id', 'is', null)
      .execute(),
})

const columns = ({ file, kind, sha256 }: Wanted) => ({
  purpose: kind,
  status: 'ready',
  original_name: file.slice(file.lastIndexOf('/') + 1),
  mime: 'image/jpeg',
  sha256: Buffer.from(sha256, 'hex'),
})
