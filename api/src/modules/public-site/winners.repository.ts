import { sql } from 'kysely'
import { LANGUAGES, type Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { mark, prepared } from '../../db/prepared.ts'
import { publicEntries } from './public-entries.ts'
import { winnerCards, winnerSheets } from './winner-json.ts'

/** The members of a winner's sheet and its last brace, but for where it is, whose country has a name in each language. */
export type SheetRow = { json: string; city: string | null; country: string | null }

// Of the same estimated length whatever is asked for, so that PostgreSQL keeps one plan for all lists.
const wanted = sql<{ id: string }>`json_array_elements_text(${mark('ids')}::json) with ordinality`

const cardsOf = (db: Db, language: Language) => {
  const rows = winnerCards(db, language)
    .innerJoin(wanted.as<'wanted'>(sql`wanted(id, place)`), (join) =>
      join.on(sql<boolean>`entry.id = wanted.id::bigint`),
    )
    .orderBy(sql`wanted.place`)
  return prepared(
    db,
    db
      .selectFrom(rows.as('row'))
      .select(sql<string>`coalesce(string_agg(json, ','), '')`.as('json')),
  )
}

const sheetOf = (db: Db, language: Language) =>
  prepared(
    db,
    winnerSheets(db, language).where('entry.id', '=', sql<string>`${mark('id')}::bigint`),
  )

/** Awarded entries as the public may see them. */
export function winnersRepository(db: Db) {
  const inEach = <T>(make: (db: Db, language: Language) => T) =>
    Object.fromEntries(LANGUAGES.map((language) => [language, make(db, language)])) as Record<
      Language,
      T
    >
  const cards = inEach(cardsOf)
  const sheets = inEach(sheetOf)

  return {
    /** Items of a JSON array in the order of `ids`; what is no longer public is left out. */
    cards: async (ids: BigInt64Array, language: Language): Promise<string> =>
      (await cards[language]({ ids: `[${ids.join()}]` }))[0]?.json ?? '',

    /** One entry with its pictures and the titles of those beside it. */
    sheet: async (
      id: string,
      beside: { previous: string | null; next: string | null },
      language: Language,
    ): Promise<SheetRow | undefined> => (await sheets[language]({ id, ...beside }))[0],

    isPublic: async (id: string) =>
      (await publicEntries(db).select('entry.id').where('entry.id', '=', id).executeTakeFirst()) !==
      undefined,
  }
}
