import { sql } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { EDITION_STATUS, ENTRY_STATUS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'

// Literals instead of parameters, so that the planner can use the partial indexes.
const AWARDED = sql.lit(ENTRY_STATUS.awarded)
const PUBLISHED = [sql.lit(EDITION_STATUS.published), sql.lit(EDITION_STATUS.archived)]

/**
 * The only definition of a public entry: awarded, shown, and in an edition whose results are published. All public
 * reads of entries build on it.
 */
const publicEntriesQuery = (db: Db) =>
  db
    .selectFrom('apply_orders as entry')
    .innerJoin('editions as edition', 'edition.id', 'entry.edition_id')
    .where('entry.entry_status', '=', AWARDED)
    .where('entry.is_show', '=', sql.lit(true))
    .where('edition.status', 'in', PUBLISHED)
    .where('edition.results_published_at', 'is not', null)

/** Public entries joined with award level, category and section. */
export const publicEntries = (db: Db) =>
  publicEntriesQuery(db)
    .innerJoin('award_levels as award', 'award.id', 'entry.award_id')
    .innerJoin('categories as category', 'category.id', 'entry.category_id')
    .innerJoin('sections as section', 'section.id', 'entry.section_id')

/** Certificates of editions with published results. */
export const certificatesRepository = (db: Db) => ({
  find: (number: string) =>
    db
      .selectFrom('certificates as certificate')
      .innerJoin('apply_orders as entry', 'entry.id', 'certificate.apply_order_id')
      .innerJoin('editions as edition', 'edition.id', 'entry.edition_id')
      .innerJoin('award_levels as award', 'award.id', 'certificate.award_id')
      .innerJoin('categories as category', 'category.id', 'entry.category_id')
      .select([
        'certificate.number',
        'certificate.status',
        'certificate.holder',
        'certificate.issued_at',
        'certificate.renamed_at',
        'certificate.apply_order_id',
        'entry.title',
        'award.name as award_name',
        'category.name as category_name',
        'edition.name as edition_name',
      ])
      .where('certificate.number', '=', number)
      .where('edition.status', '>=', EDITION_STATUS.published)
      .executeTakeFirst(),
})

export type WinnerFilter = {
  year?: number | undefined
  edition_id?: string | undefined
  category_id?: string | undefined
  section_id?: string | undefined
  award_id?: string | undefined
  edition?: string | undefined
  category?: string | undefined
  section?: string | undefined
  award?: string | undefined
  country?: string | undefined
  keyword?: string | undefined
}

/**
 * Ids of the winners of a list, ordered by edition (latest first), award rank and title. Returns one row per edition
 * and rank with its ids joined by commas: cheaper to transfer and parse than a row per id.
 */
export const winnerOrderRepository = (db: Db) => ({
  runs: (filter: WinnerFilter) =>
    filteredEntries(db, filter)
      .select('edition.id as edition_id')
      .select(sql<string>`string_agg(entry.id::text, ',' order by entry.title, entry.id)`.as('ids'))
      .groupBy(['edition.opens_at', 'edition.id', 'award.rank'])
      .orderBy('edition.opens_at', 'desc')
      .orderBy('edition.id')
      .orderBy('award.rank')
      .execute(),
})

function filteredEntries(db: Db, filter: WinnerFilter) {
  const exact = [
    ['entry.edition_id', filter.edition_id],
    ['entry.category_id', filter.category_id],
    ['entry.section_id', filter.section_id],
    ['entry.award_id', filter.award_id],
    ['edition.code', filter.edition],
    ['category.code', filter.category],
    ['section.code', filter.section],
    ['award.code', filter.award],
    ['entry.country', filter.country],
  ] as const
  let matching = publicEntries(db)
  for (const [column, value] of exact) {
    if (value !== undefined) matching = matching.where(column, '=', value)
  }
  // Compared as numeric: a year outside the column's range would raise an error.
  const { year, keyword } = filter
  if (year !== undefined) matching = matching.where(sql<boolean>`edition.year = ${year}::numeric`)
  for (const word of keyword?.split(/\s+/) ?? []) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    matching = matching.where(sql<boolean>`entry.public_words like folded(${pattern})`)
  }
  return matching
}

type Designer = { name: string; role?: string }

/** Public entries with the columns of a list card. */
const cardQuery = (db: Db) =>
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

/** Cards with the columns of the detail page. */
const detailQuery = (db: Db) =>
  cardQuery(db)
    .leftJoin('certificates as certificate', (join) =>
      join
        .onRef('certificate.apply_order_id', '=', 'entry.id')
        .on('certificate.status', '=', sql.lit('valid')),
    )
    .leftJoin('entry_forms as form', 'form.hash', 'entry.form_hash')
    .select((select) => [
      'entry.answers',
      'form.questions as form_questions',
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

/** Public winners as list cards and detail pages. */
export function winnersRepository(db: Db) {
  // Built once: building the query takes as long as compiling it.
  const [card, detail, title] = [
    cardQuery(db),
    detailQuery(db),
    publicEntriesQuery(db).select([
      sql<string>`entry.id::text`.as('apply_order_id'),
      'entry.title',
    ]),
  ]
  const neighbour = (id: string | null) =>
    jsonObjectFrom(title.where('entry.id', '=', sql<string>`${id}::bigint`))

  return {
    /** Cards in the order of `ids`, without those that are no longer public. */
    cards: (ids: BigInt64Array) =>
      card
        .innerJoin(
          // One JSON parameter: its row estimate is constant, so PostgreSQL keeps one generic plan.
          sql<{ id: string; position: string }>`json_array_elements_text(${`[${ids.join()}]`}::json)
            with ordinality`.as<'wanted'>(sql`wanted(id, position)`),
          (join) => join.on(sql<boolean>`entry.id = wanted.id::bigint`),
        )
        .orderBy('wanted.position')
        .execute(),

    /** One public entry with its images and the titles of its public neighbours. */
    sheet: (id: string, { previous, next }: { previous: string | null; next: string | null }) =>
      detail
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
export type DetailRow = NonNullable<Awaited<ReturnType<Repository['sheet']>>>
