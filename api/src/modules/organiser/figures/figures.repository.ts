import {
  ASSIGNMENT_STATUS,
  PAYMENT_STATUS,
  type EntryFeeStatus,
  type EntryStatus,
  type FunnelStep,
  type MoneyState,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import { statusList } from '../../../db/status-list.repository.ts'
import type { Db } from '../../../db/database.ts'

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
export type MoneyRow = {
  fee_type: 1 | 2
  state: MoneyState
  currency: string
  count: number
  amount_minor: number
}
export type EntryOfFile = {
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
export type JuryRow = { level: number; jurors: number; given: number; done: number; behind: number }

export type Grouping = 'category' | 'country' | 'code'
const P = PAYMENT_STATUS
const A = ASSIGNMENT_STATUS

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
