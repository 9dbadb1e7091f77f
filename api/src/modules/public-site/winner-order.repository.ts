import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { publicEntries } from './public-entries.ts'

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
 * Which winners a list has, in its order: the latest edition first, by level, by title. One row for
 * each level of each edition, with the identifiers as one text, since there may be very many.
 */
export const winnerOrderRepository = (db: Db) => ({
  runs: (filter: WinnerFilter) =>
    filtered(db, filter)
      .select('edition.id as edition_id')
      .select(sql<string>`string_agg(entry.id::text, ',' order by entry.title, entry.id)`.as('ids'))
      .groupBy(['edition.opens_at', 'edition.id', 'award.rank'])
      .orderBy('edition.opens_at', 'desc')
      .orderBy('edition.id')
      .orderBy('award.rank')
      .execute(),
})

function filtered(db: Db, filter: WinnerFilter) {
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
  // Any whole number may be asked for, also one that no column holds.
  const { year, keyword } = filter
  if (year !== undefined) matching = matching.where(sql<boolean>`edition.year = ${year}::numeric`)
  for (const word of keyword?.split(/\s+/) ?? []) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    matching = matching.where(sql<boolean>`entry.public_words like folded(${pattern})`)
  }
  return matching
}
