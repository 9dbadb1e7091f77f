import { sql, type Insertable } from 'kysely'
import type { Channel } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { BookExports } from '../../db/schema.gen.ts'
import { VAT_ON_DEBITS } from '../documents/invoice-content.ts'
import type { StoredDocument } from '../documents/documents.types.ts'

/** Whole days in the programme's time zone, both inclusive. */
export type Period = { from: string; to: string; zone: string }
export type Movement = {
  id: string
  moment: string
  day: string
  kind: 'payment' | 'refund'
  order_no: string
  entry_no: string
  /** The invoice of the payment; null for a duplicate payment, which has none. */
  invoice_id: string | null
  invoice_no: string | null
  channel: Channel
  reference: string
  amount_minor: number
  /** What of the amount is for the invoice; zero for a line that was settled otherwise and goes back. */
  invoiced_minor: number
  currency: string
  source: string
  document: StoredDocument | null
  billing: unknown
  edition_id: string
}
export type IssuedDocument = {
  id: string
  moment: string
  day: string
  number: string
  kind: 'invoice' | 'credit_note'
  order_no: string | null
  document: StoredDocument
  billing: unknown
  edition_id: string
}
/** Keyset cursor, in text: a `Date` lacks the database's microseconds. */
type After = { moment: string; id: string } | undefined

const BATCH = 500
const within = (column: string, { from, to, zone }: Period) => sql<boolean>`
  ${sql.ref(column)} >= ${from}::date::timestamp at time zone ${zone}
  and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${zone}`

/** Movements of the ledger with their invoice; `l` is the line, `i` the invoice in force. */
const movementsIn = (zone: string) => sql`
  select l.id, l.at::text as moment, (l.at at time zone ${zone})::date as day, l.kind, l.order_no,
    (select string_agg(e.entry_no, ', ' order by n.position)
      from order_lines n join apply_orders e on e.id = n.apply_order_id
      where n.order_no = l.order_no and coalesce(r.apply_order_id, e.id) = e.id) as entry_no,
    i.id as invoice_id, i.number as invoice_no, l.channel, l.provider_txn as reference,
    l.amount_minor, l.currency, l.source, i.document, o.billing, work.edition_id,
    -- A line whose fee was settled otherwise is not invoiced: what came for it goes back.
    l.amount_minor - case
      when l.kind = 'payment' and l.provider_txn = o.provider_txn and not o.is_duplicate
        then coalesce((select sum(n.amount_minor) from order_lines n
          where n.order_no = l.order_no and n.is_duplicate), 0)::integer
      when exists (select 1 from order_lines n where n.order_no = l.order_no and n.is_duplicate
        and n.apply_order_id = r.apply_order_id) then l.amount_minor
      else 0 end as invoiced_minor
  from ledger l
  join payment_orders o on o.order_no = l.order_no
  join apply_orders work on work.id = o.apply_order_id
  left join refunds r on l.kind = 'refund' and r.out_refund_no = l.provider_txn
  left join lateral (
    select id, number, document from invoices
    where order_no = l.order_no and kind = 'invoice'
      and coalesce(case l.kind when 'payment' then l.provider_txn else r.provider_txn end
        = o.provider_txn, true)
    order by issued_at desc, id desc limit 1) i on true`

/** Rows of the exports, read in batches so that a year fits into memory. */
export const booksRepository = (db: Db) => ({
  /** Payments and refunds of the ledger, oldest first. */
  movements: (period: Period) =>
    inBatches(async (after: After) => {
      const { rows } = await sql<Movement>`
        ${movementsIn(period.zone)}
        where ${within('l.at', period)} and ${later('l.at', 'l.id', after)}
        order by l.at, l.id limit ${BATCH}`.execute(db)
      return rows
    }),

  /** Movements for invoices that went through the approved platform, which were not reported to it yet. */
  async unreported(zone: string, limit: number): Promise<(Movement & { invoice_id: string })[]> {
    const { rows } = await sql<Movement & { invoice_id: string }>`
      select m.* from (
        ${movementsIn(zone)}
        where l.order_no in (
            select every.order_no from platform_flows f join invoices every on every.id = f.invoice_id)
          and not exists (select from platform_flows f where f.ledger_id = l.id)
          and exists (select from platform_flows f where f.invoice_id = i.id)
          -- Where the tax is due with the invoice, nobody asks when its money came.
          and coalesce(not i.document -> 'terms' @> ${JSON.stringify([VAT_ON_DEBITS])}::jsonb, true)
      ) m where m.invoiced_minor <> 0
      order by m.moment::timestamptz, m.id limit ${limit}`.execute(db)
    return rows
  },

  /** Invoices and credit notes, oldest first. */
  documents: (period: Period) =>
    inBatches(async (after: After) => {
      const { rows } = await sql<IssuedDocument>`
        select i.id, i.issued_at::text as moment, (i.issued_at at time zone ${period.zone})::date as day,
          i.number, i.kind, i.order_no, i.document, o.billing, e.edition_id
        from invoices i join apply_orders e on e.id = i.apply_order_id
        left join payment_orders o on o.order_no = i.order_no
        where i.kind in ('invoice', 'credit_note') and ${within('i.issued_at', period)}
          and ${later('i.issued_at', 'i.id', after)}
        order by i.issued_at, i.id limit ${BATCH}`.execute(db)
      return rows
    }),
})

const later = (at: string, id: string, after: After) =>
  after
    ? sql`(${sql.ref(at)}, ${sql.ref(id)}) > (${after.moment}::timestamptz, ${after.id}::bigint)`
    : sql`true`

async function* inBatches<Row extends { moment: string; id: string }>(
  read: (after: After) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let after: After
  for (;;) {
    const rows = await read(after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last
  }
}

/** Export files that were handed out. */
export const bookExportsRepository = (db: Db) => ({
  add: (row: Insertable<BookExports>) => db.insertInto('book_exports').values(row).execute(),

  olderThan: (moment: Date) =>
    db.selectFrom('book_exports').select('storage_key').where('created_at', '<', moment).execute(),

  remove: (key: string) => db.deleteFrom('book_exports').where('storage_key', '=', key).execute(),
})

type Waiting = { invoice_id: string; number: string; issued_on: string; xml: string }

/** Invoices between French businesses, and their delivery to the approved platform. */
export const platformDeliveriesRepository = (db: Db) => ({
  /** The oldest undelivered ones; the kind of buyer is on the invoice or, for older ones, on the order. */
  async waiting(zone: string, limit: number): Promise<Waiting[]> {
    const { rows } = await sql<Waiting>`
      select i.id as invoice_id, i.number, i.facturx_xml as xml,
        (i.issued_at at time zone ${zone})::date as issued_on
      from invoices i left join payment_orders o on o.order_no = i.order_no
      where i.kind in ('invoice', 'credit_note') and i.facturx_xml is not null
        and i.document #>> '{buyer,country}' = 'FR'
        and coalesce(i.document ->> 'buyer_kind', o.billing ->> 'kind') = 'business'
        and not exists (select 1 from platform_deliveries d where d.invoice_id = i.id)
        and not exists (select 1 from platform_flows f where f.invoice_id = i.id)
      order by i.issued_at, i.id limit ${limit}`.execute(db)
    return rows
  },

  delivered: (invoice_id: string, reference: string, delivered_at: Date) =>
    db
      .insertInto('platform_deliveries')
      .values({ invoice_id, reference, delivered_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
})
