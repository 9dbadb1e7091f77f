import { sql } from 'kysely'
import {
  ASSIGNMENT_STATUS,
  PAYMENT_STATUS,
  CHANNEL_FACTS,
  CHANNELS,
  ENTRY_FEE_STATUS,
  ENTRY_STATUS,
  PAID_OR_WAIVED,
  WINNER_FEE_STATUS,
  type EntryFeeStatus,
  type EntryStatus,
  type FunnelStep,
  type MoneyState,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { statusList } from '../../../db/status-list.repository.ts'

export type EditionOfFigures = {
  id: string
  code: string
  name: unknown
  opens_at: Date
  closes_at: Date
  is_open: boolean
}
/** An edition up to a moment. */
export type Until = { id: string; opens_at: Date; closes_at: Date; until: Date }

export type DayRow = { left: number; step: FunnelStep; count: number }
export type GroupRow = { key: string; draft: number; handed_in: number; paid: number }
type MoneyRow = {
  fee_type: 1 | 2
  state: MoneyState
  currency: string
  count: number
  amount_minor: number
}
type EntryOfFile = {
  id: string
  entry_no: string
  title: string
  entry_status: EntryStatus
  entry_fee_status: EntryFeeStatus
  submitted_at: Date | null
  paid_at: Date | null
  category: unknown
  section: unknown
  code: string | null
  country: string | null
  person: string
  company: string | null
  email: string
}
type JuryRow = { level: number; jurors: number; given: number; done: number; behind: number }

export type Grouping = 'category' | 'country' | 'code'

const P = PAYMENT_STATUS
const A = ASSIGNMENT_STATUS
const S = ENTRY_STATUS
const W = WINNER_FEE_STATUS

/** Counts of an edition; nothing of what jurors gave. */
export const figuresRepository = (db: Db) => ({
  async editions(): Promise<EditionOfFigures[]> {
    const { rows } = await sql<EditionOfFigures>`
      select id, code, name, opens_at, closes_at, status = 1 and opens_at <= now() as is_open
      from editions order by closes_at desc, id desc`.execute(db)
    return rows
  },

  /** Adds visits to a day. Several processes count at once, so the sum is made by the database. */
  async addVisits(day: string, count: number) {
    await sql`
      insert into visit_days as known (day, count) values (${day}::date, ${count})
      on conflict (day) do update set count = known.count + excluded.count`.execute(db)
  },

  /**
   * How often each step was taken on each day, counted from the close backwards; day 0 ends with the close. Visits are
   * known by whole days alone: a day of them counts as if all had come at its noon.
   */
  async days({ id, opens_at, closes_at, until }: Until, zone: string): Promise<DayRow[]> {
    const { rows } = await sql<DayRow>`
      select floor(date_part('epoch', ${closes_at}::timestamptz - at) / 86400)::int as left, step,
        sum(count)::int as count
      from (
        select 'visitor' as step, (day + time '12:00') at time zone ${zone} as at, count
        from visit_days where day between (${opens_at}::timestamptz at time zone ${zone})::date
          and (least(${closes_at}::timestamptz, ${until}) at time zone ${zone})::date
        union all
        select 'account', created_at, 1 from users
        where created_at between ${opens_at} and ${closes_at} and identity = 0
          and not exists (select from account_rights held where held.user_id = users.id)
        union all
        select taken.step, taken.at, 1 from apply_orders entry
        cross join lateral (values ('draft', entry.created_at), ('handed_in', entry.submitted_at),
          ('paid', entry.paid_at)) taken (step, at)
        where entry.edition_id = ${id}) one
      where at <= ${until} or step = 'visitor'
      group by 1, 2`.execute(db)
    return rows
  },

  /** The entries of an edition by category, country and code, those that brought most first; one scan for all three. */
  async groups({ id, until }: Until): Promise<Record<Grouping, GroupRow[]>> {
    const { rows } = await sql<GroupRow & { by: Grouping }>`
      select case grouping(category, country, code)
          when 3 then 'category' when 5 then 'country' else 'code' end as by,
        coalesce(category, country, code) as key, count(*)::int as draft,
        (count(*) filter (where submitted_at <= ${until}))::int as handed_in,
        (count(*) filter (where paid_at <= ${until}))::int as paid
      from (
        select entry.category_id::text as category, coalesce(person.country, '') as country,
          coalesce(entry.invitation_code, entry.agent_code, '') as code, entry.submitted_at, entry.paid_at
        from apply_orders entry join users person on person.id = entry.user_id
        where entry.edition_id = ${id} and entry.created_at <= ${until}) entry
      group by grouping sets ((category), (country), (code))
      order by paid desc, handed_in desc, draft desc, key`.execute(db)
    const of = (by: Grouping) =>
      rows.filter((row) => row.by === by).map(({ by: _by, ...row }) => row)
    return { category: of('category'), country: of('country'), code: of('code') }
  },

  /** Ids of the entries of an edition, in the order of their numbers. */
  async entryIds(editionId: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from apply_orders where edition_id = ${editionId} order by entry_no, id`.execute(db)
    return rows.map(({ id }) => id)
  },

  /** Entries with who entered them, for a file; nothing that the jury does or decides. */
  async entries(ids: readonly string[]): Promise<EntryOfFile[]> {
    const { rows } = await sql<EntryOfFile>`
      select entry.id, entry.entry_no, entry.title, entry.entry_status, entry.entry_fee_status,
        entry.submitted_at, entry.paid_at, category.name as category, section.name as section,
        coalesce(entry.invitation_code, entry.agent_code) as code, entry.country,
        person.first_name || ' ' || person.last_name as person, person.company, person.email
      from apply_orders entry
      join users person on person.id = entry.user_id
      join categories category on category.id = entry.category_id
      join sections section on section.id = entry.section_id
      where entry.id = any(${[...ids]}::bigint[]) order by entry.entry_no, entry.id`.execute(db)
    return rows
  },

  async categoryNames(): Promise<{ id: string; name: unknown }[]> {
    return db.selectFrom('categories').select(['id', 'name']).execute()
  },

  /** Orders of an edition by fee and where their money stands. */
  async money(editionId: string): Promise<MoneyRow[]> {
    const { rows } = await sql<MoneyRow>`
      select paid.fee_type, place.state, paid.currency, count(*)::int as count,
        sum(paid.amount_minor)::float8 as amount_minor
      from fee_orders paid
      join apply_orders entry on entry.id = paid.apply_order_id and entry.edition_id = ${editionId}
      cross join lateral (select case
        when paid.status in ${statusList(P.paid)} then 'received'
        when paid.status in ${statusList(P.created, P.awaiting, P.closing)} then 'awaited'
        when paid.status in ${statusList(P.refunding)} then 'refunding'
        when paid.status in ${statusList(P.refunded)} then 'refunded'
        when paid.status in ${statusList(P.mismatch)} then 'mismatch' end as state) place
      where place.state is not null
      group by paid.fee_type, place.state, paid.currency
      order by paid.fee_type, place.state, paid.currency`.execute(db)
    return rows
  },

  /** How far the jurors of each level are. */
  async jury(editionId: string): Promise<JuryRow[]> {
    const { rows } = await sql<JuryRow>`
      select level, count(*)::int as jurors, sum(given)::int as given, sum(done)::int as done,
        (count(*) filter (where done < given))::int as behind
      from (
        select seat.level, seat.juror_id, count(*) as given,
          count(*) filter (where seat.status in ${statusList(A.submitted, A.abstained)}) as done
        from assignments seat
        join apply_orders entry on entry.id = seat.apply_order_id and entry.edition_id = ${editionId}
        where seat.status in ${statusList(A.assigned, A.opened, A.draft, A.submitted, A.abstained)}
        group by seat.level, seat.juror_id) juror
      group by level order by level`.execute(db)
    return rows
  },
})

const MANUAL = CHANNELS.filter((channel) => CHANNEL_FACTS[channel].isManual)

export type SeasonRow = {
  id: string
  code: string
  name: unknown
  closes_at: Date
  results_at: Date | null
  results_published_at: Date | null
  is_frozen: boolean
  /** Phases in the order of their dates. */
  phases: { phase: number; starts_at: string; ends_at: string }[]
}
export type EntryCounts = Record<
  'drafts' | 'unpaid' | 'admission' | 'scores' | 'undecided' | 'packages' | 'certificates',
  number
> & { offers_end: Date | null }
export type MoneyCounts = Record<
  'orders' | 'transfers' | 'refunds' | 'alerts' | 'invoices' | 'movements' | 'unbooked',
  number
>
export type MessageCounts = Record<
  'waiting' | 'stopped' | 'mails' | 'failing' | 'drafts' | 'requests',
  number
> & {
  next_broadcast: Date | null
  requests_due: Date | null
  scheduled_at: Date | null
  schedule_state: string | null
}

/** What the closing of a season depends on, counted; nothing of what jurors gave. */
export const closingRepository = (db: Db) => ({
  async season(code: string): Promise<SeasonRow | undefined> {
    const { rows } = await sql<SeasonRow>`
      select id, code, name, closes_at, results_at, results_published_at, snapshot_id is not null as is_frozen,
        coalesce((select jsonb_agg(jsonb_build_object('phase', phase, 'starts_at', starts_at,
          'ends_at', ends_at) order by starts_at, phase)
          from phases where edition_id = editions.id), '[]') as phases
      from editions where code = ${code}`.execute(db)
    return rows[0]
  },

  /** One scan of the entries; those in judging are asked for their seats by index. */
  async entries(editionId: string): Promise<EntryCounts> {
    const isPaid = sql`entry.entry_fee_status in ${statusList(...PAID_OR_WAIVED)}`
    const { rows } = await sql<EntryCounts>`
      select
        (count(*) filter (where entry_status = ${statusList(S.draft)}))::int as drafts,
        (count(*) filter (where entry_status = ${statusList(S.submitted)}
          and entry_fee_status = ${statusList(ENTRY_FEE_STATUS.unpaid)}))::int as unpaid,
        (count(*) filter (where entry_status in ${statusList(S.registered, S.correction_requested)}
          and ${isPaid}))::int as admission,
        (count(*) filter (where entry_status = ${statusList(S.in_judging)} and (
          not exists (select from assignments seat where seat.apply_order_id = entry.id
            and seat.status in ${statusList(A.submitted, A.abstained)})
          or exists (select from assignments seat where seat.apply_order_id = entry.id
            and seat.status in ${statusList(A.assigned, A.opened, A.draft)}))))::int as scores,
        (count(*) filter (where entry_status in ${statusList(S.in_judging, S.decided)}))::int as undecided,
        (count(*) filter (where ${UNSETTLED_PACKAGE}))::int as packages,
        min(offer_expires_at) filter (where ${UNSETTLED_PACKAGE}) as offers_end,
        (count(*) filter (where entry_status = ${statusList(S.awarded)} and not exists (
          select from certificates paper where paper.apply_order_id = entry.id
            and (paper.signature is not null or paper.status = 'revoked'))))::int as certificates
      from apply_orders entry where edition_id = ${editionId}`.execute(db)
    return rows[0] as EntryCounts
  },

  /**
   * Orders of the edition; a movement of money is booked once an export of the ledger had its day. Alerts without an
   * order are of no edition, and stand with each.
   */
  async money(editionId: string, zone: string): Promise<MoneyCounts> {
    const isOpen = sql`status in ${statusList(P.created, P.awaiting, P.closing, P.mismatch)}`
    const isManual = sql`channel = any(${MANUAL}::text[])`
    const isAnyInvoice = sql`exists (select from invoices paper
      where paper.order_no = own.order_no and paper.kind = 'invoice')`
    const { rows } = await sql<MoneyCounts>`
      with own as materialized (
        select ordered.order_no, ordered.channel, ordered.status,
          bool_or(line.status = ${statusList(P.paid)} and not line.is_duplicate) as is_settled
        from payment_orders ordered
        join order_lines line on line.order_no = ordered.order_no
        join apply_orders entry on entry.id = line.apply_order_id and entry.edition_id = ${editionId}
        group by ordered.order_no, ordered.channel, ordered.status),
      booked as (
        select (after ->> 'from')::date as first, (after ->> 'to')::date as last from audit_log
        where action = 'books.exported' and subject = 'ledger')
      select
        (count(*) filter (where ${isOpen} and not ${isManual}))::int as orders,
        (count(*) filter (where ${isOpen} and ${isManual}))::int as transfers,
        (count(*) filter (where is_settled and not ${isAnyInvoice}))::int as invoices,
        (select count(*)::int from refunds back join own on own.order_no = back.order_no
          where back.status in ('requested', 'processing')
            or (back.status = 'failed' and own.status <> ${statusList(P.refunded)})) as refunds,
        (select count(*)::int from payment_alerts alert where alert.resolved_at is null
          and (alert.order_no is null or alert.order_no in (select order_no from own))) as alerts,
        (select count(*)::int from ledger join own using (order_no)) as movements,
        (select count(*)::int from ledger join own using (order_no) where not exists (
          select from booked where (ledger.at at time zone ${zone})::date between first and last)) as unbooked
      from own`.execute(db)
    return rows[0] as MoneyCounts
  },

  /** Broadcasts of the edition; mails, drafts of the programme and requests about data are of no edition. */
  async messages(editionId: string): Promise<MessageCounts> {
    const { rows } = await sql<MessageCounts>`
      select
        (count(*) filter (where state in ('scheduled', 'sending')))::int as waiting,
        (count(*) filter (where state = 'stopped'))::int as stopped,
        min(starts_at) filter (where state = 'scheduled') as next_broadcast,
        (select count(*)::int from mail_outbox where sent_at is null and bounced_at is null) as mails,
        (select count(*)::int from mail_outbox
          where sent_at is null and bounced_at is null and last_error is not null) as failing,
        (select count(*)::int from programme_drafts) as drafts,
        (select count(*)::int from data_requests where state = 'open') as requests,
        (select min(due_on)::timestamptz from data_requests where state = 'open') as requests_due,
        (select at from programme_schedules order by id desc limit 1) as scheduled_at,
        (select state from programme_schedules order by id desc limit 1) as schedule_state
      from broadcasts where edition_id = ${editionId}`.execute(db)
    return rows[0] as MessageCounts
  },
})

/** Entries whose winner package is neither settled nor declined; one that ran out needs nothing. */
const UNSETTLED_PACKAGE = sql`entry_status = ${statusList(S.awarded)}
  and winner_fee_status in ${statusList(W.offered, W.pending, W.offline_declared)}`
