import { sql, type SelectQueryBuilder } from 'kysely'
import type { Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { mark, prepared } from '../../db/prepared.ts'
import { publicEntries } from './public-entries.ts'

/** A translated column in the language of the answer, with English behind it. */
const inItsLanguage = <T extends string | null = string>(column: string) => {
  const texts = sql.ref(column)
  return sql<T>`coalesce(${texts} ->> ${mark('language')}::text, ${texts} ->> 'en')`
}

// Rows leave the database as one JSON text, which is read at once: identifiers are texts in it.
const idOf = (column: string) => sql<string>`${sql.ref(column)}::text`

const cards = (db: Db) =>
  publicEntries(db)
    .leftJoin('entry_files as cover', (join) =>
      join.onRef('cover.apply_order_id', '=', 'entry.id').on('cover.kind', '=', 'cover'),
    )
    .leftJoin('stored_files as file', 'file.id', 'cover.file_id')
    .select([
      idOf('entry.id').as('id'),
      'entry.entry_no',
      'entry.title',
      'entry.country',
      sql<string | null>`coalesce(nullif(entry.winning_info ->> 'winner_name', ''),
        nullif(entry.answers ->> 'company', ''))`.as('company'),
      sql<string>`coalesce((select string_agg(name #>> '{}', ', ')
        from jsonb_path_query(entry.answers, '$.designers[*].name') as name), '')`.as('designers'),
      idOf('award.id').as('award_id'),
      'award.code as award_code',
      inItsLanguage('award.name').as('award_name'),
      'award.rank',
      'award.colour as award_colour',
      idOf('category.id').as('category_id'),
      'category.code as category_code',
      inItsLanguage('category.name').as('category_name'),
      idOf('section.id').as('section_id'),
      'section.code as section_code',
      inItsLanguage('section.name').as('section_name'),
      idOf('edition.id').as('edition_id'),
      'edition.code as edition_code',
      inItsLanguage('edition.name').as('edition_name'),
      'edition.year',
      'cover.alt as cover_alt',
      sql<string | null>`cover.file_id::text`.as('cover_file_id'),
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

/** The answers that visitors read; the others stay in the database. */
const answers = sql<PublicAnswers>`json_build_object(
  'title_local', entry.answers ->> 'title_local', 'summary', entry.answers ->> 'summary',
  'description', entry.answers ->> 'description', 'designers', entry.answers -> 'designers',
  'client', entry.answers ->> 'client', 'materials', entry.answers ->> 'materials',
  'dimensions', entry.answers ->> 'dimensions', 'website_url', entry.answers ->> 'website_url',
  'video_url', entry.answers ->> 'video_url',
  'completion_date', entry.answers ->> 'completion_date',
  'location_city', entry.answers ->> 'location_city',
  'location_country', entry.answers ->> 'location_country')`

type PublicAnswers = Record<
  | 'title_local'
  | 'summary'
  | 'description'
  | 'client'
  | 'materials'
  | 'dimensions'
  | 'website_url'
  | 'video_url'
  | 'completion_date'
  | 'location_city'
  | 'location_country',
  string | null
> & { designers: { name: string; role?: string }[] | null }

const sheets = (db: Db) =>
  cards(db)
    .leftJoin('certificates as certificate', (join) =>
      join
        .onRef('certificate.apply_order_id', '=', 'entry.id')
        .on('certificate.status', '=', 'valid'),
    )
    .select([
      answers.as('answers'),
      inItsLanguage<string | null>('entry.jury_statement').as('jury_statement'),
      sql<string | null>`entry.published_at`.as('published_at'),
      'certificate.number as certificate_number',
      images.as('images'),
      titlesBeside(db).as('titles_beside'),
    ])
export type SheetRow = Awaited<ReturnType<ReturnType<typeof sheets>['execute']>>[number]

/** The rows of a statement in one value. */
const together = <Row>(db: Db, rows: SelectQueryBuilder<never, never, Row>) =>
  db.selectFrom(rows.as('row')).select(sql<Row[] | null>`json_agg(row)`.as('all'))

/** Awarded entries as the public may see them. */
export function winnersRepository(db: Db) {
  const wanted = sql<string[]>`${mark('ids')}::bigint[]`
  const cardsOf = prepared(
    db,
    together(
      db,
      cards(db)
        .where(sql<boolean>`entry.id = any(${wanted})`)
        .orderBy(sql`array_position(${wanted}, entry.id)`),
    ),
  )
  const sheetOf = prepared(
    db,
    together(db, sheets(db).where(sql<boolean>`entry.id = ${mark('id')}::bigint`)),
  )

  return {
    /** In the order of `ids`; what is no longer public is left out. */
    cards: async (ids: readonly string[], language: Language): Promise<WinnerRow[]> =>
      (await cardsOf({ ids, language }))[0]?.all ?? [],

    /** One entry with its pictures, and the titles of those `beside` it by their identifiers. */
    sheet: async (
      id: string,
      beside: readonly string[],
      language: Language,
    ): Promise<SheetRow | undefined> => (await sheetOf({ id, beside, language }))[0]?.all?.[0],

    isPublic: async (id: string) =>
      (await publicEntries(db).select('entry.id').where('entry.id', '=', id).executeTakeFirst()) !==
      undefined,
  }
}
