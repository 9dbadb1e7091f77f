import type { Channel, FeeType } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { idleSince } from '../../../http/actor.repository.ts'
import type { NamedColumns } from '../../../lib/translated.ts'

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
