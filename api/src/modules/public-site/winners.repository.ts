import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Db } from '../../db/database.ts'
import { publicEntries, publicTitles } from './public-entries.ts'

type Designer = { name: string; role?: string }

/** Each public entry with its cover and the names of what it belongs to. */
const cards = (db: Db) =>
  publicEntries(db)
    .leftJoin('entry_files as cover', (join) =>
      join.onRef('cover.apply_order_id', '=', 'entry.id').on('cover.kind', '=', sql.lit('cover')),
    )
    .leftJoin('stored_files as file', 'file.id', 'cover.file_id')
    .select([
      'entry.id',
      'entry.entry_no',
      'entry.title',
      'entry.country',
      sql<Designer[] | null>`entry.answers -> 'designers'`.as('designers'),
      sql<string | null>`entry.answers ->> 'company'`.as('company'),
      sql<string | null>`entry.winning_info ->> 'winner_name'`.as('winner_name'),
      'cover.file_id',
      'cover.alt',
      'file.width',
      'file.height',
      'file.colour',
      'file.variants',
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
    ])

/** The same with what only the page of a winner shows. */
const sheets = (db: Db) =>
  cards(db)
    .leftJoin('certificates as certificate', (join) =>
      join
        .onRef('certificate.apply_order_id', '=', 'entry.id')
        .on('certificate.status', '=', sql.lit('valid')),
    )
    .select((select) => [
      'entry.answers',
      'entry.jury_statement',
      'entry.published_at',
      'certificate.number as certificate_number',
      jsonArrayFrom(
        select
          .selectFrom('entry_files as used')
          .innerJoin('stored_files as image', 'image.id', 'used.file_id')
          .select([
            sql<string>`image.id::text`.as('file_id'),
            'used.alt',
            'used.credit',
            'image.width',
            'image.height',
            'image.colour',
            'image.variants',
          ])
          .whereRef('used.apply_order_id', '=', 'entry.id')
          .where('used.kind', '!=', 'pdf')
          .orderBy('used.sort')
          .orderBy('used.file_id'),
      ).as('images'),
    ])

/** Awarded entries as the public may see them. */
export function winnersRepository(db: Db) {
  // Built once: putting the builder together takes as long as compiling it.
  const [card, sheet, title] = [
    cards(db),
    sheets(db),
    publicTitles(db).select([sql<string>`entry.id::text`.as('apply_order_id'), 'entry.title']),
  ]
  const neighbour = (id: string | null) =>
    jsonObjectFrom(title.where('entry.id', '=', sql<string>`${id}::bigint`))

  return {
    /** In the order of `ids`; what is no longer public is left out. */
    cards: (ids: BigInt64Array) =>
      card
        .innerJoin(
          // Of the same estimated length whatever is asked for: PostgreSQL keeps one plan for all lists.
          sql<{ id: string; place: string }>`json_array_elements_text(${`[${ids.join()}]`}::json)
            with ordinality`.as<'wanted'>(sql`wanted(id, place)`),
          (join) => join.on(sql<boolean>`entry.id = wanted.id::bigint`),
        )
        .orderBy('wanted.place')
        .execute(),

    /** One entry with its images and the titles of its neighbours, as far as these are public. */
    sheet: (id: string, { previous, next }: { previous: string | null; next: string | null }) =>
      sheet
        .select([neighbour(previous).as('previous'), neighbour(next).as('next')])
        .where('entry.id', '=', id)
        .executeTakeFirst(),

    isPublic: async (id: string) =>
      (await publicEntries(db).select('entry.id').where('entry.id', '=', id).executeTakeFirst()) !==
      undefined,
  }
}

type Repository = ReturnType<typeof winnersRepository>
export type CardRow = Awaited<ReturnType<Repository['cards']>>[number]
export type SheetRow = NonNullable<Awaited<ReturnType<Repository['sheet']>>>
