import { sql } from 'kysely'
import type { Parsed, money } from '@awards/shared/contract'
import {
  PAYMENT_STATUS,
  type Channel,
  type FeeType,
  type InvoiceAlert,
  type PaymentAlert,
  type PaymentStatus,
  type RefundStatus,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { PaidWork } from '../payments/orders/orders.repository.ts'
import { inJuryPanel } from '../payments/checkout/payable-entries.repository.ts'

export type AlertRecord = {
  alert_id: string
  code: PaymentAlert | InvoiceAlert
  order_no: string | null
  detail: string
  at: Date
  resolved_at: Date | null
  resolved_by: string | null
  note: string | null
}
type AlertQuery = { current: number; pageSize: number; open?: '0' | '1' | undefined }

const ALERT_ROW = sql`a.id as alert_id, a.code, a.order_no, a.detail, a.at, a.resolved_at, a.note,
  u.first_name || ' ' || u.last_name as resolved_by`
const ALERTS = sql`payment_alerts a left join users u on u.id = a.resolved_by`

/** Alerts, open ones first. */
export const alertRowsRepository = (db: Db) => ({
  async page({ current, pageSize, open }: AlertQuery) {
    const where =
      open === undefined
        ? sql`true`
        : sql`a.resolved_at is ${open === '1' ? sql`null` : sql`not null`}`
    const { rows } = await sql<AlertRecord>`
      select ${ALERT_ROW} from ${ALERTS} where ${where}
      order by a.resolved_at is not null, a.at desc, a.id desc
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::integer as total from ${ALERTS} where ${where}`.execute(db)
    return { rows, total: counted[0]?.total ?? 0 }
  },

  async find(id: string): Promise<AlertRecord | undefined> {
    const { rows } = await sql<AlertRecord>`
      select ${ALERT_ROW} from ${ALERTS} where a.id = ${id}`.execute(db)
    return rows[0]
  },

  async openOf(orderNo: string): Promise<AlertRecord[]> {
    const { rows } = await sql<AlertRecord>`
      select ${ALERT_ROW} from ${ALERTS}
      where a.order_no = ${orderNo} and a.resolved_at is null order by a.at`.execute(db)
    return rows
  },
})

export type PaymentRecord = {
  order_no: string
  status: PaymentStatus
  fee_type: FeeType
  apply_order_id: string
  entry_no: string
  title: string
  channel: Channel
  amount_minor: number
  currency: string
  created_at: Date
  expires_at: Date
  paid_at: Date | null
  is_late: boolean
  is_duplicate: boolean
  payer: string
  is_payer_hidden: boolean
  provider_txn: string | null
  refunded: number
  invoice_no: string | null
  alerts: (PaymentAlert | InvoiceAlert)[]
  lines: PaidWork[]
}
type Filter = Parsed<typeof money.paymentList>

/** True for the row `entry` of an entry that is anonymised for the reader. */
const isBlind = (blind: readonly string[], entry = 'e') =>
  sql<boolean>`${sql.ref(`${entry}.edition_id`)} = any(${[...blind]}::bigint[])`

const rowOf = (blind: readonly string[]) => sql`
  o.order_no, o.status, o.fee_type, named.apply_order_id, named.entry_no, named.title, o.channel, (
    select jsonb_agg(jsonb_build_object('apply_order_id', l.apply_order_id::text, 'entry_no', every.entry_no,
      'title', every.title, 'amount', l.amount_minor, 'status', l.status) order by l.position)
    from order_lines l join apply_orders every on every.id = l.apply_order_id
    where l.order_no = o.order_no) as lines,
  o.amount_minor, o.currency, o.created_at, o.expires_at, o.paid_at, o.is_late, o.is_duplicate,
  o.provider_txn,
  case when not ${isBlind(blind)} then coalesce(nullif(o.billing ->> 'name', ''),
    nullif(u.company, ''), u.first_name || ' ' || u.last_name) else '' end as payer, ${isBlind(blind)} as is_payer_hidden,
  coalesce((select sum(l.amount_minor) from ledger l
    where l.order_no = o.order_no and l.kind = 'refund'), 0)::integer as refunded,
  (select i.number from invoices i where i.order_no = o.order_no and i.kind = 'invoice'
    order by i.issued_at desc, i.id desc limit 1) as invoice_no,
  array(select a.code from payment_alerts a
    where a.order_no = o.order_no and a.resolved_at is null order by a.at) as alerts`
const PAYMENTS = sql`payment_orders o
  join apply_orders e on e.id = o.apply_order_id
  join users u on u.id = e.user_id`

/** The work that a row names: the first that the order has paid, since papers are found by it; else the first. */
const NAMED = sql`cross join lateral (
  select w.id as apply_order_id, w.entry_no, w.title
  from order_lines l join apply_orders w on w.id = l.apply_order_id
  where l.order_no = o.order_no order by l.is_duplicate, l.position limit 1) named`

/** Orders of a juror's panel for the finance desk; those of `blind` editions without their payers. */
export const paymentRowsRepository = (db: Db, jurorId: string, blind: readonly string[]) => ({
  async page(filter: Filter) {
    const { current, pageSize } = filter
    const where = conditions(jurorId, filter, blind)
    // Selects the keys of the page first: PostgreSQL would compute the columns of every row before the offset too.
    const { rows } = await sql<PaymentRecord & { total: number }>`
      with page as materialized (
        select o.order_no, count(*) over ()::integer as total from ${PAYMENTS} where ${where}
        order by o.created_at desc, o.order_no
        limit ${pageSize} offset ${(current - 1) * pageSize})
      select ${rowOf(blind)}, page.total from ${PAYMENTS} join page on page.order_no = o.order_no ${NAMED}
      order by o.created_at desc, o.order_no`.execute(db)
    // A page beyond the last has no row to read the total from.
    return { rows, total: rows[0]?.total ?? (current === 1 ? 0 : await count(db, where)) }
  },

  /** `isInPanel` is false where the order is of another panel; undefined where there is none. */
  async find(orderNo: string): Promise<(PaymentRecord & { is_in_panel: boolean }) | undefined> {
    const { rows } = await sql<PaymentRecord & { is_in_panel: boolean }>`
      select ${rowOf(blind)}, ${inJuryPanel(jurorId)} as is_in_panel from ${PAYMENTS} ${NAMED}
      where o.order_no = ${orderNo}`.execute(db)
    return rows[0]
  },
})

async function count(db: Db, where: ReturnType<typeof conditions>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${PAYMENTS} where ${where}`.execute(db)
  return rows[0]?.total ?? 0
}

function conditions(jurorId: string, filter: Filter, blind: readonly string[]) {
  const all = [inJuryPanel(jurorId)]
  const { keyword, status, channel, fee_type, edition_id, attention } = filter
  if (keyword) all.push(matches(keyword, blind))
  if (status !== undefined) all.push(sql`o.status = ${status}`)
  if (channel) all.push(sql`o.channel = ${channel}`)
  if (fee_type !== undefined) all.push(sql`o.fee_type = ${fee_type}`)
  if (edition_id) all.push(sql`e.edition_id = ${edition_id}`)
  if (attention === '1') all.push(NEEDS_ATTENTION)
  return sql.join(all, sql` and `)
}

const NEEDS_ATTENTION = sql<boolean>`(
  exists (select 1 from payment_alerts a where a.order_no = o.order_no and a.resolved_at is null)
  or exists (select 1 from refunds r where r.order_no = o.order_no and (
    r.status in ('requested', 'processing')
    or (r.status = 'failed' and o.status <> ${sql.lit(PAYMENT_STATUS.refunded)}))))`

/**
 * Searches numbers, payer and title. It matches nothing that the reader may not see: neither a hidden
 * payer nor a redacted title.
 */
function matches(keyword: string, blind: readonly string[]) {
  const like = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql<boolean>`(o.order_no ilike ${like} or e.entry_no ilike ${like}
    or o.provider_txn ilike ${like}
    or o.order_no in (select n.order_no from order_lines n join apply_orders w on w.id = n.apply_order_id
      where n.position > 1 and (w.entry_no ilike ${like}
        or w.title ilike ${like} and not (${isBlind(blind, 'w')} and is_title_masked(w))))
    or e.title ilike ${like} and not (${isBlind(blind)} and is_title_masked(e))
    or not ${isBlind(blind)} and (o.billing ->> 'name' ilike ${like}
      or u.company ilike ${like} or u.first_name || ' ' || u.last_name ilike ${like})
    or o.order_no in (select i.order_no from invoices i where i.number ilike ${like}))`
}

type RefundRequestKey = {
  order_no: string
  amount_minor: number
  reason: string
  by_user_id: string
  apply_order_id?: string | undefined
  since: Date
}
type Found = { out_refund_no: string; status: RefundStatus; amount_minor: number }

/** Lookups of refund requests and their evidence. */
export const refundRequestsRepository = (db: Db) => ({
  /**
   * The same refund requested by the same person since `since`, or a failed one asked for again since then:
   * that keeps the person and the reason of the first time.
   */
  async recentDuplicate({
    order_no,
    amount_minor,
    reason,
    by_user_id,
    since,
    ...of
  }: RefundRequestKey) {
    const entryId = of.apply_order_id ?? null
    const { rows } = await sql<Found>`
      select out_refund_no, status, amount_minor from refunds
      where order_no = ${order_no} and amount_minor = ${amount_minor} and status <> 'failed'
        and coalesce(apply_order_id = ${entryId}::bigint, true)
        and (asked_again_at >= ${since}
          or created_at >= ${since} and reason = ${reason} and by_user_id = ${by_user_id})
      order by coalesce(asked_again_at, created_at) desc limit 1`.execute(db)
    return rows[0]
  },

  async isReferenceTaken(reference: string): Promise<boolean> {
    const { rows } = await sql<{ taken: boolean }>`
      select exists (
        select 1 from refunds where evidence ->> 'reference' = ${reference}) as taken`.execute(db)
    return rows[0]?.taken === true
  },
})
