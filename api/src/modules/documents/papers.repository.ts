import { sql } from 'kysely'
import type { InvoiceRow, PageInput } from '@awards/shared/contract'
import type { Db } from '../../db/database.ts'
import { storedInvoices } from './documents.repository.ts'
import type { StoredInvoice } from './documents.repository.ts'

type Counted = Omit<InvoiceRow, 'issued_at'> & { issued_at: Date; total: number }

/** The papers of one person's entries. */
export const papersRepository = (db: Db) => ({
  async page(userId: string, { current, pageSize }: PageInput) {
    const { rows } = await sql<Counted>`
      select i.id as invoice_id, i.number, i.kind, i.apply_order_id, e.entry_no, e.title, i.fee_type,
        (i.document ->> 'gross')::integer as amount, i.document ->> 'currency' as currency,
        i.issued_at, count(*) over ()::integer as total
      from invoices i
      join apply_orders e on e.id = i.apply_order_id
      where e.user_id = ${userId}
      order by i.issued_at desc, i.id desc
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
    return {
      rows: rows.map(({ total: _total, issued_at, ...row }) => ({
        ...row,
        issued_at: issued_at.toISOString(),
      })),
      // A page beyond the last has no row to read the total from.
      total: rows[0]?.total ?? (await this.count(userId)),
    }
  },

  async count(userId: string): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*)::integer as total from invoices i
      join apply_orders e on e.id = i.apply_order_id where e.user_id = ${userId}`.execute(db)
    return rows[0]?.total ?? 0
  },

  async own(userId: string, invoiceId: string): Promise<StoredInvoice | undefined> {
    const own = sql`i.id = ${invoiceId} and e.user_id = ${userId}`
    return (await storedInvoices(db, own))[0]
  },

  /** All of them, oldest first. */
  all: (userId: string): Promise<StoredInvoice[]> => storedInvoices(db, sql`e.user_id = ${userId}`),
})
