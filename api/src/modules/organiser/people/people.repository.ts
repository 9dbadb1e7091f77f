import { sql, type RawBuilder } from 'kysely'
import type { AccountRight, Channel, FeeType } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { idleSince } from '../../../http/actor.repository.ts'
import type { NamedColumns } from '../../../lib/localised.ts'

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

/** Rows that a story shows of each kind; nobody has more who is not an agency, and those have a search. */
const MOST_ROWS = 200
const MOST_MAILS = 50

type EntryOfPerson = {
  id: string
  entry_no: string
  title: string
  entry_status: number
  entry_fee_status: number
  winner_fee_status: number
  updated_at: Date
} & NamedColumns<'edition' | 'category'>

type OrderOfPerson = {
  order_no: string
  entry_no: string
  fee_type: FeeType
  channel: Channel
  amount_minor: number
  currency: string
  status: number
  created_at: Date
  paid_at: Date | null
  refunded_minor: number
  invoices: string[]
}

type MailOfPerson = {
  id: string
  template: string
  attempts: number
  created_at: Date
  sent_at: Date | null
  bounced_at: Date | null
  soft_bounces: number
}

type Seat = {
  level: number
  is_active: boolean
  entries: number
  categories: { id: string; code: string; name: unknown }[]
}

/** What belongs to one person, as the organiser reads it. */
export const personStoryRepository = (db: Db) => ({
  async entries(userId: string): Promise<EntryOfPerson[]> {
    const { rows } = await sql<EntryOfPerson>`
      select entry.id, entry.entry_no, entry.title, entry.entry_status, entry.entry_fee_status,
        entry.winner_fee_status, entry.updated_at,
        edition.id as edition_id, edition.code as edition_code, edition.name as edition_name,
        category.id as category_id, category.code as category_code, category.name as category_name
      from apply_orders entry
      join editions edition on edition.id = entry.edition_id
      join categories category on category.id = entry.category_id
      where entry.user_id = ${userId}
      order by entry.updated_at desc, entry.id desc limit ${MOST_ROWS}`.execute(db)
    return rows
  },

  async orders(userId: string): Promise<OrderOfPerson[]> {
    const { rows } = await sql<OrderOfPerson>`
      select paid.order_no, (select string_agg(every.entry_no, ', ' order by line.position)
          from order_lines line join apply_orders every on every.id = line.apply_order_id
          where line.order_no = paid.order_no) as entry_no, paid.fee_type, paid.channel, paid.amount_minor, paid.currency,
        paid.status, paid.created_at, paid.paid_at,
        coalesce((select sum(back.amount_minor)::int from ledger back
          where back.order_no = paid.order_no and back.kind = 'refund'), 0) as refunded_minor,
        array(select paper.number from invoices paper
          where paper.order_no = paid.order_no and paper.kind <> 'proforma'
          order by paper.issued_at, paper.id) as invoices
      from apply_orders entry join payment_orders paid on paid.apply_order_id = entry.id
      where entry.user_id = ${userId}
      order by paid.created_at desc, paid.order_no limit ${MOST_ROWS}`.execute(db)
    return rows
  },

  mails: (email: string): Promise<MailOfPerson[]> =>
    db
      .selectFrom('mail_outbox')
      .select(['id', 'template', 'attempts', 'created_at', 'sent_at', 'bounced_at', 'soft_bounces'])
      .where('recipient', '=', email)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_MAILS)
      .execute(),

  /** The seat on the jury: how many entries, and nothing of what was said about them. */
  async seat(userId: string): Promise<Seat | undefined> {
    const { rows } = await sql<Seat>`
      select seat.level, seat.is_active,
        (select count(*)::int from assignments given where given.juror_id = seat.id) as entries,
        coalesce((select jsonb_agg(jsonb_build_object('id', category.id::text, 'code', category.code,
            'name', category.name) order by category.sort, category.id)
          from juror_categories held join categories category on category.id = held.category_id
          where held.juror_id = seat.id), '[]') as categories
      from jurors seat where seat.user_id = ${userId}
      order by seat.is_active desc, seat.id desc limit 1`.execute(db)
    return rows[0]
  },

  /** How many places the person is signed in at; who sees the site as them is not counted. */
  async sessions(userId: string, now: Date): Promise<number> {
    const { count } = await db
      .selectFrom('sessions')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .where('seen_by', 'is', null)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', idleSince(now))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
})
