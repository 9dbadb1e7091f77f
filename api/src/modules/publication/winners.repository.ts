import { sql } from 'kysely'
import { EDITION_STATUS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'

const AWARDED = 60

/**
 * The one place that says which entries the public may know: awarded, shown, in an edition whose
 * results are out. Everything a visitor sees of an entry is read through here.
 */
export const publicEntries = (db: Db) =>
  db
    .selectFrom('apply_orders as entry')
    .innerJoin('editions as edition', 'edition.id', 'entry.edition_id')
    .innerJoin('award_levels as award', 'award.id', 'entry.award_id')
    .innerJoin('categories as category', 'category.id', 'entry.category_id')
    .innerJoin('sections as section', 'section.id', 'entry.section_id')
    .where('entry.entry_status', '=', AWARDED)
    .where('entry.is_show', '=', true)
    .where('edition.status', 'in', [EDITION_STATUS.published, EDITION_STATUS.archived])
    .where('edition.results_published_at', 'is not', null)

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
      'entry.answers',
      'entry.winning_info',
      'entry.award_id',
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
type Window = { current: number; pageSize: number }

/** Awarded entries as the public may see them. */
export const winnersRepository = (db: Db) => ({
  /** Latest edition first, then level; `shuffle` gives the order within a level for one day. */
  async page(filter: WinnerFilter, { current, pageSize }: Window, shuffle?: string) {
    const matching = filtered(cards(db), filter)
    const { total } = await matching
      .clearSelect()
      .select(sql<string>`count(*)`.as('total'))
      .executeTakeFirstOrThrow()
    const ordered = matching.orderBy('edition.opens_at', 'desc').orderBy('award.rank')
    const rows = await (
      shuffle === undefined
        ? ordered.orderBy('entry.title').orderBy('entry.id')
        : ordered.orderBy(sql`md5(entry.id::text || ${shuffle})`)
    )
      .limit(pageSize)
      .offset((current - 1) * pageSize)
      .execute()
    return { rows, total: Number(total) }
  },

  find: (id: string) =>
    cards(db)
      .leftJoin('certificates as certificate', (join) =>
        join
          .onRef('certificate.apply_order_id', '=', 'entry.id')
          .on('certificate.status', '=', 'valid'),
      )
      .select([
        'entry.jury_statement',
        'entry.published_at',
        'certificate.number as certificate_number',
      ])
      .where('entry.id', '=', id)
      .executeTakeFirst(),

  /** The entries before and after one in the order of the edition's list. */
  neighbours: async (id: string, editionId: string) => {
    const ordered = publicEntries(db)
      .where('edition.id', '=', editionId)
      .select((select) => {
        const order = sql`(order by award.rank, entry.title, entry.id)`
        return [
          select.ref('entry.id').as('id'),
          sql<string | null>`lag(entry.id) over ${order}`.as('previous_id'),
          sql<string | null>`lag(entry.title) over ${order}`.as('previous_title'),
          sql<string | null>`lead(entry.id) over ${order}`.as('next_id'),
          sql<string | null>`lead(entry.title) over ${order}`.as('next_title'),
        ]
      })
    const found = await db
      .selectFrom(ordered.as('ordered'))
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return {
      previous: neighbour(found?.previous_id, found?.previous_title),
      next: neighbour(found?.next_id, found?.next_title),
    }
  },

  images: (id: string) =>
    db
      .selectFrom('entry_files')
      .innerJoin('stored_files as file', 'file.id', 'entry_files.file_id')
      .select([
        'entry_files.alt',
        'entry_files.credit',
        'entry_files.file_id',
        'file.width',
        'file.height',
        'file.colour',
        'file.variants',
      ])
      .where('entry_files.apply_order_id', '=', id)
      .where('entry_files.kind', '!=', 'pdf')
      .orderBy('entry_files.sort')
      .execute(),

  isPublic: async (id: string) =>
    (await publicEntries(db).select('entry.id').where('entry.id', '=', id).executeTakeFirst()) !==
    undefined,
})

function filtered(query: ReturnType<typeof cards>, filter: WinnerFilter) {
  const exact = [
    ['edition.year', filter.year],
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
  let matching = query
  for (const [column, value] of exact) {
    if (value !== undefined) matching = matching.where(column, '=', value)
  }
  if (!filter.keyword) return matching
  const pattern = `%${filter.keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return matching.where((where) =>
    where.or([
      where('entry.title', 'ilike', pattern),
      where('entry.entry_no', 'ilike', pattern),
      sql<boolean>`entry.answers->>'company' ilike ${pattern}`,
      sql<boolean>`entry.answers->>'title_local' ilike ${pattern}`,
      sql<boolean>`entry.answers->>'summary' ilike ${pattern}`,
      sql<boolean>`exists (select 1 from jsonb_array_elements(entry.answers->'designers') as designer
                           where designer->>'name' ilike ${pattern})`,
    ]),
  )
}

const neighbour = (id: string | null | undefined, title: string | null | undefined) =>
  id && title ? { apply_order_id: id, title } : null
