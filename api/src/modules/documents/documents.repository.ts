import { sql } from 'kysely'
import type { Translated } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { InvoiceDocument } from './documents.types.ts'

export type StoredInvoice = {
  id: string
  number: string
  kind: string
  document: InvoiceDocument
}
export type Buyer = {
  first_name: string
  last_name: string
  company: string | null
  address: string | null
  postal_code: string | null
  city: string | null
  country: string | null
  siren: string | null
  vat_no: string | null
}
export type InvoiceSubject = Buyer & {
  id: string
  user_id: string
  entry_no: string
  title: string
  edition_name: Translated
  category_name: Translated
}

export const documentsRepository = (db: Db) => ({
  async subject(entryId: string): Promise<InvoiceSubject | undefined> {
    const { rows } = await sql<InvoiceSubject>`
      select e.id, e.user_id, e.entry_no, e.title, ed.name as edition_name, c.name as category_name,
        u.first_name, u.last_name, u.company, u.address, u.postal_code, u.city, u.country,
        u.siren, u.vat_no
      from apply_orders e
      join users u on u.id = e.user_id
      join editions ed on ed.id = e.edition_id
      join categories c on c.id = e.category_id
      where e.id = ${entryId}`.execute(db)
    return rows[0]
  },

  invoiceOfOrder: (orderNo: string): Promise<StoredInvoice | undefined> =>
    db
      .selectFrom('invoices')
      .select(['id', 'number', 'kind', 'document'])
      .where('order_no', '=', orderNo)
      .where('kind', '=', 'invoice')
      .$castTo<StoredInvoice>()
      .executeTakeFirst(),

  proforma: (entryId: string, feeType: number): Promise<StoredInvoice | undefined> =>
    db
      .selectFrom('invoices')
      .select(['id', 'number', 'kind', 'document'])
      .where('apply_order_id', '=', entryId)
      .where('fee_type', '=', feeType)
      .where('kind', '=', 'proforma')
      .$castTo<StoredInvoice>()
      .executeTakeFirst(),

  /**
   * The next number of a series. The row stays locked until the transaction ends, so a number that
   * is not used after all is given to the next document: no gaps, which a sequence would leave.
   */
  async nextNumber(series: string): Promise<number> {
    const { rows } = await sql<{ last: number }>`
      insert into document_counters (series, last) values (${series}, 1)
      on conflict (series) do update set last = document_counters.last + 1
      returning last`.execute(db)
    return rows[0]?.last ?? 1
  },

  async insert(
    document: InvoiceDocument,
    of: { apply_order_id: string; fee_type: number; paid_at: Date | null },
  ): Promise<StoredInvoice> {
    return db
      .insertInto('invoices')
      .values({
        ...of,
        number: document.number,
        kind: document.kind,
        order_no: document.order_no,
        document: JSON.stringify(document),
        issued_at: document.issued_at,
      })
      .returning(['id', 'number', 'kind', 'document'])
      .$castTo<StoredInvoice>()
      .executeTakeFirstOrThrow()
  },

  /** Only a proforma may be written anew. */
  replaceProforma: (id: string, document: InvoiceDocument): Promise<StoredInvoice> =>
    db
      .updateTable('invoices')
      .set({ document: JSON.stringify(document), issued_at: document.issued_at })
      .where('id', '=', id)
      .where('kind', '=', 'proforma')
      .returning(['id', 'number', 'kind', 'document'])
      .$castTo<StoredInvoice>()
      .executeTakeFirstOrThrow(),
})
