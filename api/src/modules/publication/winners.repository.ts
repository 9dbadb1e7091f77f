import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { mark, prepared } from '../../db/prepared.ts'
import { publicEntries } from './public-entries.ts'

const cards = (db: Db) =>
  publicEntries(db)
    .leftJoin('entry_files as cover', (join) =>
      join.onRef('cover.apply_order_id', '=', 'entry.id').on('cover.kind', '=', 'cover'),
    )
    .leftJoin('stored_files as file', 'file.id', 'cover.file_id')
    .select([
      'entry.id',
      'entry.entry_no',
      'entry.title',
      'entry.country',
      sql<string | null>`coalesce(nullif(entry.winning_info ->> 'winner_name', ''),
        nullif(entry.answers ->> 'company', ''))`.as('company'),
      sql<string>`coalesce((select string_agg(name #>> '{}', ', ')
        from jsonb_path_query(entry.answers, '$.designers[*].name') as name), '')`.as('designers'),
      'award.id as award_id',
      'award.code as award_code',
      'award.name as award_name',
      'award.rank',
      'award.colour as award_colour',
      'category.id as category_id',
      'category.code as category_code',
      'category.name as category_name',
      'section.id as section_id',
      'section.code as section_code',
      'section.name as section_name',
      'edition.id as edition_id',
      'edition.code as edition_code',
      'edition.name as edition_name',
      'edition.year',
      'cover.alt as cover_alt',
      'cover.file_id as cover_file_id',
      'file.width',
      'file.height',
      'file.colour',
      'file.variants',
    ])

export type WinnerRow = Awaited<ReturnType<ReturnType<typeof cards>['execute']>>[number]

/** The pictures of the entry in the statement around it. */
const images = sql<ImageRow[] | null>`(
  select json_agg(json_build_object('alt', used.alt, 'credit', used.credit, 'file_id', used.file_id::text,
    'width', file.width, 'height', file.height, 'colour', file.colour, 'variants', file.variants)
    order by used.sort, used.file_id)
  from entry_files used join stored_files file on file.id = used.file_id
  where used.apply_order_id = entry.id and used.kind <> 'pdf')`

/** Titles of the entries beside the one of the statement, by identifier. */
const titlesBeside = (db: Db) =>
  publicEntries(db)
    .where(sql<boolean>`entry.id = any(${mark('beside')}::bigint[])`)
    .select(
      sql<Record<string, string>>`coalesce(json_object_agg(entry.id, entry.title), '{}')`.as(
        'titles',
      ),
    )

export type ImageRow = {
  alt: string
  credit: string | null
  file_id: string
  width: number | null
  height: number | null
  colour: string | null
  variants: unknown
}

const sheets = (db: Db) =>
  cards(db)
    .leftJoin('certificates as certificate', (join) =>
      join
        .onRef('certificate.apply_order_id', '=', 'entry.id')
        .on('certificate.status', '=', 'valid'),
    )
    .select([
      'entry.answers',
      'entry.jury_statement',
      'entry.published_at',
      'certificate.number as certificate_number',
      images.as('images'),
      titlesBeside(db).as('titles_beside'),
    ])
export type SheetRow = Awaited<ReturnType<ReturnType<typeof sheets>['execute']>>[number]

/** Awarded entries as the public may see them. */
export function winnersRepository(db: Db) {
  const wanted = sql<string[]>`${mark('ids')}::bigint[]`
  const cardsOf = prepared(
    db,
    cards(db)
      .where(sql<boolean>`entry.id = any(${wanted})`)
      .orderBy(sql`array_position(${wanted}, entry.id)`),
  )
  const sheetOf = prepared(db, sheets(db).where(sql<boolean>`entry.id = ${mark('id')}::bigint`))

  return {
    /** In the order of `ids`; what is no longer public is left out. */
    cards: (ids: readonly string[]): Promise<WinnerRow[]> => cardsOf({ ids }),

    /** One entry with its pictures, and the titles of those `beside` it by their identifiers. */
    sheet: async (id: string, beside: readonly string[]): Promise<SheetRow | undefined> =>
      (await sheetOf({ id, beside }))[0],

    isPublic: async (id: string) =>
      (await publicEntries(db).select('entry.id').where('entry.id', '=', id).executeTakeFirst()) !==
      undefined,
  }
}
