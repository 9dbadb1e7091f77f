import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

type Waiting = { invoice_id: string; number: string; issued_on: string; xml: string }

/** Invoices between French businesses, and whether the approved platform has them. */
export const platformDeliveriesRepository = (db: Db) => ({
  /** The oldest that wait; the kind of buyer is on the invoice, or with the order it belongs to. */
  async waiting(zone: string, limit: number): Promise<Waiting[]> {
    const { rows } = await sql<Waiting>`
      select i.id as invoice_id, i.number, i.facturx_xml as xml,
        (i.issued_at at time zone ${zone})::date as issued_on
      from invoices i left join payment_orders o on o.order_no = i.order_no
      where i.kind in ('invoice', 'credit_note') and i.facturx_xml is not null
        and i.document #>> '{buyer,country}' = 'FR'
        and coalesce(i.document ->> 'buyer_kind', o.billing ->> 'kind') = 'business'
        and not exists (select 1 from platform_deliveries d where d.invoice_id = i.id)
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
