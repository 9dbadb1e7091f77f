import type { AccountRight } from '@awards/shared/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'

export type FoundPerson = {
  id: string
  name: string
  email: string
  company: string | null
  country: string | null
  is_juror: boolean
  rights: AccountRight[]
  entries: number
  last_login_at: Date | null
  found_by: 'entry' | 'order' | 'invoice' | null
  found_words: string | null
}

type Search = { keyword: string | undefined; limit: number }

/** A trigram has three characters: shorter words are looked for in names alone, which are few. */
const SHORTEST_IN_TITLES = 3

const NAME = sql`person.first_name || ' ' || person.last_name`
/** Somebody who still has an account. */
const HAS_ACCOUNT = sql`person.status <> 'erased'`

/**
 * People as search results; each branch is bounded by itself and reads an index, so that a common word costs no more
 * than a rare one.
 */
function matches(given: string, limit: number): RawBuilder<unknown> {
  // The screens write numbers with a sign before them.
  const keyword = given.replace(/^#(?=.)/, '')
  const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const number = keyword.toUpperCase()
  const byTitle =
    keyword.length < SHORTEST_IN_TITLES
      ? sql``
      : sql`union all (
          select entry.user_id, 'entry', entry.entry_no || ' ' || entry.title, 3 from apply_orders entry
          where folded(entry.entry_no || E'\n' || entry.title) like folded(${pattern}) limit ${limit})`
  return sql`
    (select person.id as user_id, null::text as found_by, null::text as words, 1 as place from users person
      where ${HAS_ACCOUNT} and person.search_words like folded(${pattern}) limit ${limit})
    union all (select entry.user_id, 'order', paid.order_no, 2
      from payment_orders paid join apply_orders entry on entry.id = paid.apply_order_id
      where paid.order_no = ${number})
    union all (select entry.user_id, 'invoice', paper.number, 2
      from invoices paper join apply_orders entry on entry.id = paper.apply_order_id
      where paper.number = ${number})
    ${byTitle}`
}

/** People at the organiser's desk. */
export const peopleRepository = (db: Db) => ({
  /** The people that a keyword finds, those whose name it is in first; without one the newest accounts. */
  async search({ keyword, limit }: Search): Promise<FoundPerson[]> {
    const found = keyword
      ? sql`select distinct on (user_id) user_id, found_by, words, place
          from (${matches(keyword, limit)}) every_match order by user_id, place`
      : sql`select person.id as user_id, null::text as found_by, null::text as words, 1 as place
          from users person where ${HAS_ACCOUNT} order by person.created_at desc, person.id desc limit ${limit}`
    const order = keyword
      ? sql`found.place, lower(person.last_name), lower(person.first_name), person.id`
      : sql`person.created_at desc, person.id desc`
    const { rows } = await sql<FoundPerson>`
      select person.id, ${NAME} as name, person.email, person.company, person.country,
        exists (select from jurors seat where seat.user_id = person.id and seat.is_active) as is_juror,
        array(select held.name from account_rights held where held.user_id = person.id
          order by held.name desc) as rights,
        (select count(*)::int from apply_orders entry where entry.user_id = person.id) as entries,
        person.last_login_at, found.found_by, found.words as found_words
      from (${found}) found join users person on person.id = found.user_id and ${HAS_ACCOUNT}
      order by ${order} limit ${limit}`.execute(db)
    return rows
  },

  /** Names by identifier, of those that still have an account. */
  async names(ids: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await sql<{ id: string; name: string }>`
      select person.id, ${NAME} as name from users person
      where person.id = any(${[...ids]}::bigint[]) and ${HAS_ACCOUNT}`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  },
})
