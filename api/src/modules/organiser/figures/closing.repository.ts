import {
  CHANNEL_FACTS,
  CHANNELS,
  ENTRY_FEE_STATUS,
  ENTRY_STATUS,
  ASSIGNMENT_STATUS,
  PAID_OR_WAIVED,
  PAYMENT_STATUS,
  WINNER_FEE_STATUS,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { statusList } from '../../../db/status-list.repository.ts'

const A = ASSIGNMENT_STATUS
const P = PAYMENT_STATUS
const S = ENTRY_STATUS
const W = WINNER_FEE_STATUS
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
