import { sql } from 'kysely'
import { LANGUAGES, type Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { mark, prepared } from '../../db/prepared.ts'
import { together } from '../../db/together.ts'
import { publicEntries } from './public-entries.ts'
import { winnerCards, winnerSheets } from './winner-json.ts'

/** The members of a winner's sheet and its last brace, but for where it is, whose country has a name in each language. */
export type SheetRow = { json: string; city: string | null; country: string | null }

/** A sheet that is asked for, with the winners before and after it. */
type AskedSheet = { id: string; previous: string | null; next: string | null }

// Both of the same estimated length whatever is asked for, so that PostgreSQL keeps one plan.
const wanted = sql<{
  id: string
  place: number
}>`json_array_elements_text(${mark('ids')}::json) with ordinality`
const asked = sql<{
  place: number
}>`json_to_recordset(${mark('asked')}::json)`

/** The items of several pages at once: each page is a row, found by the place at which it begins. */
const cardsOf = (db: Db, language: Language) => {
  const rows = winnerCards(db, language)
    .innerJoin(wanted.as<'wanted'>(sql`wanted(id, place)`), (join) =>
      join.on(sql<boolean>`entry.id = wanted.id::bigint`),
    )
    .select([
      'wanted.place',
      sql<number>`width_bucket(wanted.place, ${mark('starts')}::bigint[])`.as('page'),
    ])
  const ask = prepared(
    db,
    db
      .selectFrom(rows.as('row'))
      .select(['page', sql<string>`string_agg(json, ',' order by place)`.as('json')])
      .groupBy('page'),
  )
  return together<BigInt64Array, string>(async (pages) => {
    const starts: number[] = []
    let place = 1
    for (const { length } of pages) {
      starts.push(place)
      place += length
    }
    const found: string[] = []
    for (const one of await ask({ ids: `[${pages.join()}]`, starts }))
      found[one.page - 1] = one.json
    return found
  })
}

const sheetOf = (db: Db, language: Language) => {
  const rows = winnerSheets(db, language)
    .innerJoin(
      asked.as<'asked'>(sql`asked(place int, id bigint, previous bigint, next bigint)`),
      (join) => join.on(sql<boolean>`entry.id = asked.id`),
    )
    .select('asked.place')
  const ask = prepared(db, rows)
  return together<AskedSheet, SheetRow>(async (sheets) => {
    const found: SheetRow[] = []
    const list = JSON.stringify(sheets.map((sheet, place) => ({ ...sheet, place })))
    for (const row of await ask({ asked: list })) found[row.place] = row
    return found
  })
}

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
      (await cards[language](ids)) ?? '',

    /** One entry with its pictures and the titles of those beside it. */
    sheet: async (sheet: AskedSheet, language: Language): Promise<SheetRow | undefined> =>
      sheets[language](sheet),

    isPublic: async (id: string) =>
      (await publicEntries(db).select('entry.id').where('entry.id', '=', id).executeTakeFirst()) !==
      undefined,
  }
}
