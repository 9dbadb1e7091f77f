import type { Focus } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { toPicture } from '../../../files/pictures/picture.ts'
import type { AppContext } from '../../../start/app-context.ts'

type DeskPicture = { id: string; file: string; name: string }

/** Pictures of the programme by the file that a document names, for a choice: smallest size, signed for a while. */
export async function choiceOfPictures(
  context: Pick<AppContext, 'config' | 'db' | 'clock'>,
  pictures: readonly DeskPicture[],
) {
  const rows = await context.db
    .selectFrom('stored_files')
    .select(['id', 'width', 'height', 'colour', 'variants'])
    .where(
      'id',
      'in',
      pictures.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return pictures.flatMap(({ id, file, name }) => {
    const url = toPicture(context, byId.get(id), '')?.sources[0]?.url
    return url ? [{ file, name, url }] : []
  })
}

type Adopted = {
  id: string
  original_name: string
  sha256: Buffer
  key: string
  focus: Focus | null
}

/** Uploads on their way into the programme. */
export const uploadedPicturesRepository = (db: Db) => ({
  /** A picture that a person has uploaded and that nothing shows yet. */
  find: (id: string, owner: string) =>
    db
      .selectFrom('stored_files')
      .select(['id', 'variants'])
      .where('id', '=', id)
      .where('owner_id', '=', owner)
      .where('purpose', '=', 'entry_image')
      .where('status', '=', 'ready')
      .where(
        sql<boolean>`not exists (select from entry_files used where used.file_id = stored_files.id)`,
      )
      .where(
        sql<boolean>`not exists (select from entry_answer_files used where used.file_id = stored_files.id)`,
      )
      .where(sql<boolean>`not exists (select from jurors where photo_file_id = stored_files.id)`)
      .executeTakeFirst(),

  /** A picture of the programme with these bytes, else one of this name. */
  async taken(original_name: string, sha256: Buffer): Promise<{ is_same: boolean } | undefined> {
    const { rows } = await sql<{ is_same: boolean }>`
      select sha256 = ${sha256} as is_same from stored_files
      where purpose = 'programme' and status = 'ready'
        and (original_name = ${original_name} or sha256 = ${sha256})
      order by is_same desc limit 1`.execute(db)
    return rows[0]
  },

  /** Makes an upload a picture of the programme; `key` is where the bytes lie that an export writes. */
  adopt: ({ id, original_name, sha256, key, focus }: Adopted) =>
    db
      .updateTable('stored_files')
      .set({
        purpose: 'programme',
        owner_id: null,
        original_name,
        mime: 'image/jpeg',
        sha256,
        source_key: key,
        ...(focus && { variants: sql`variants || ${JSON.stringify({ focus })}::jsonb` }),
      })
      .where('id', '=', id)
      .where('purpose', '=', 'entry_image')
      .execute(),
})
