import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { InvoiceRow, PageInput } from '@awards/shared/contract'
import { PRIMARY_COLOUR, VAT_REGIMES, type Channel, type Translated } from '@awards/shared/domain'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'
import type { Invoices } from '../../db/schema.gen.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { Order } from '../payments/payment-types.ts'
import { entriesOpenTo } from '../studios/studio-members.repository.ts'
import { readDocument, type InvoiceDocument } from './documents.types.ts'

const Bilingual = z.looseObject({ en: z.string(), fr: z.string().optional() })
const Programme = z.object({
  name: Bilingual,
  timezone: z.string().default('UTC'),
  /** Begins the numbers of entries and documents. */
  number_prefix: z.string().nullish(),
  primary_colour: z.string().default(PRIMARY_COLOUR),
  organiser: z.object({
    name: z.string(),
    legal_form: z.string(),
    siren: z.string(),
    vat_no: z.string(),
    address: z.string(),
    postal_code: z.string(),
    city: z.string(),
    country: z.string(),
    capital: z.string().optional(),
    rcs: z.string().optional(),
    naf: z.string().optional(),
    vat_on_debits: z.boolean().default(false),
    late_penalty: z.object({ fr: z.string(), en: z.string() }).optional(),
    e_reporting: z.object({ regime: z.enum(VAT_REGIMES), since: z.iso.date() }).optional(),
  }),
  certificate: z
    .object({
      place: z.string(),
      signatures: z.array(z.object({ name: z.string(), role: Bilingual })),
    })
    .optional(),
})
export type Programme = z.infer<typeof Programme>

/** The programme document, with the organiser that documents name. */
export async function programmeOf(db: Db): Promise<Programme> {
  const row = await db
    .selectFrom('site_documents')
    .select('document')
    .where('code', '=', 'programme')
    .executeTakeFirst()
  const parsed = Programme.safeParse(row?.document)
  if (!parsed.success) {
    throw new BusinessError(
      409,
      'The organiser has not entered its details yet, and a document has to name them. Please write to us.',
      { reason: 'NO_ORGANISER' },
    )
  }
  return parsed.data
}

export type StoredInvoice = {
  id: string
  number: string
  kind: InvoiceDocument['kind']
  document: InvoiceDocument
  facturx_xml: string | null
}
export type Buyer = {
  account_type: number
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
  package_name: Translated | null
  shipping: Record<'recipient' | 'address' | 'postal_code' | 'city' | 'country', string> | null
}

/** Reads stored documents, upgraded to the current version. */
const storedInvoices = async (db: Db, where: RawBuilder<unknown>): Promise<StoredInvoice[]> => {
  const { rows } = await sql<StoredInvoice>`
    select i.id, i.number, i.kind, i.document, i.facturx_xml
    from invoices i join apply_orders e on e.id = i.apply_order_id
    where ${where} order by i.issued_at, i.id`.execute(db)
  return rows.map((row) => ({ ...row, document: readDocument(row.document) }))
}

async function countInvoices(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from invoices where ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

export const documentsRepository = (db: Db) => ({
  /** Buyer, entry and package that an invoice names. */
  async subject(
    entryId: string,
    packageCode: string | null = null,
  ): Promise<InvoiceSubject | undefined> {
    const { rows } = await sql<InvoiceSubject>`
      select e.id, e.user_id, e.entry_no, e.title, ed.name as edition_name, c.name as category_name,
        u.account_type, u.first_name, u.last_name, u.company, u.address, u.postal_code, u.city, u.country,
        u.siren, u.vat_no, e.winning_info -> 'shipping' as shipping,
        (select p.name from winner_packages p where p.code = ${packageCode}) as package_name
      from apply_orders e
      join users u on u.id = e.user_id
      join editions ed on ed.id = e.edition_id
      join categories c on c.id = e.category_id
      where e.id = ${entryId}`.execute(db)
    return rows[0]
  },

  /** The invoice in force: the original, or its latest correction. */
  async invoiceOfOrder(orderNo: string): Promise<StoredInvoice | undefined> {
    const current = sql`i.order_no = ${orderNo} and i.kind = 'invoice' and i.replaced_at is null`
    return (await storedInvoices(db, current))[0]
  },

  creditNotesOf: (invoiceId: string): Promise<StoredInvoice[]> =>
    storedInvoices(db, sql`i.cancels_invoice_id = ${invoiceId}`),

  async proforma(entryId: string, feeType: number): Promise<StoredInvoice | undefined> {
    const ofFee = sql`i.apply_order_id = ${entryId} and i.fee_type = ${feeType} and i.kind = 'proforma'`
    return (await storedInvoices(db, ofFee))[0]
  },

  async hasCreditNoteOf(outRefundNo: string): Promise<boolean> {
    return (await countInvoices(db, sql`out_refund_no = ${outRefundNo}`)) > 0
  },

  timesReplaced: (orderNo: string): Promise<number> =>
    countInvoices(db, sql`order_no = ${orderNo} and replaced_at is not null`),

  /**
   * Takes the next number of a series and its date, which never precedes that of the number before. The
   * counter row stays locked until the transaction ends: a rollback returns the number, so the series
   * has no gaps, which a sequence would leave.
   */
  async nextNumber(series: string, now: () => Date): Promise<{ count: number; at: Date }> {
    await sql`insert into document_counters (series) values (${series}) on conflict do nothing`.execute(
      db,
    )
    await sql`select from document_counters where series = ${series} for update`.execute(db)
    const { rows } = await sql<{ count: number; at: Date }>`
      update document_counters set last = last + 1, last_at = greatest(last_at, ${now()})
      where series = ${series} returning last as count, last_at as at`.execute(db)
    const [given] = rows
    if (!given) throw new Error(`The series ${series} has no counter`)
    return given
  },

  async insert(
    document: InvoiceDocument,
    of: Pick<Insertable<Invoices>, 'apply_order_id' | 'fee_type' | 'paid_at'> &
      Partial<Pick<Insertable<Invoices>, 'facturx_xml' | 'out_refund_no' | 'cancels_invoice_id'>>,
  ): Promise<StoredInvoice> {
    const { number, kind } = document
    const { id } = await db
      .insertInto('invoices')
      .values({
        ...of,
        number,
        kind,
        order_no: document.order_no,
        document: JSON.stringify(document),
        issued_at: document.issued_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, number, kind, document, facturx_xml: of.facturx_xml ?? null }
  },

  /** Marks an invoice as replaced by a corrected one; it stays readable. */
  replace: (id: string, replaced_at: Date) =>
    db.updateTable('invoices').set({ replaced_at }).where('id', '=', id).execute(),

  /** Overwrites a proforma, the only document that may change. */
  async replaceProforma(id: string, document: InvoiceDocument): Promise<StoredInvoice> {
    const { number, kind, issued_at } = document
    await db
      .updateTable('invoices')
      .set({ document: JSON.stringify(document), issued_at })
      .where('id', '=', id)
      .where('kind', '=', 'proforma')
      .execute()
    return { id, number, kind, document, facturx_xml: null }
  },

  /** Deletes the proformas of an entry that is deleted; they are no accounting records. */
  removeProformas: (entryId: string) =>
    db
      .deleteFrom('invoices')
      .where('apply_order_id', '=', entryId)
      .where('kind', '=', 'proforma')
      .execute(),
})

/**
 * Refunds of the payment that an order took. A duplicate payment has no invoice, so its refund needs no
 * credit note.
 */
export const creditNotesRepository = (db: Db) => {
  const refundsOfOwn = () =>
    db
      .selectFrom('refunds as r')
      .innerJoin('payment_orders as o', 'o.order_no', 'r.order_no')
      .where('r.status', '=', 'succeeded')
      .where((where) =>
        where.or([
          where('r.provider_txn', 'is', null),
          where('r.provider_txn', '=', where.ref('o.provider_txn')),
        ]),
      )

  return {
    refund: (outRefundNo: string) =>
      refundsOfOwn()
        .select(['r.out_refund_no', 'r.order_no', 'r.amount_minor', 'r.apply_order_id'])
        .where('r.out_refund_no', '=', outRefundNo)
        .executeTakeFirst(),

    /** Those of an order, or of one of its lines. */
    refundsOf: (orderNo: string, entryId?: string) =>
      refundsOfOwn()
        .select(['r.out_refund_no', 'r.amount_minor'])
        .where('r.order_no', '=', orderNo)
        .$if(entryId !== undefined, (query) => query.where('r.apply_order_id', '=', entryId ?? ''))
        .orderBy('r.created_at')
        .execute(),
  }
}

/** Cached PDFs in the storage, which can be drawn again at any time. */
export const drawnDocumentsRepository = (db: Db) => ({
  async note(key: string, at: Date) {
    await db
      .insertInto('drawn_documents')
      .values({ storage_key: key, drawn_at: at })
      .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ drawn_at: at }))
      .execute()
  },

  async olderThan(moment: Date): Promise<string[]> {
    const rows = await db
      .selectFrom('drawn_documents')
      .select('storage_key')
      .where('drawn_at', '<', moment)
      .execute()
    return rows.map(({ storage_key }) => storage_key)
  },

  remove: (key: string) =>
    db.deleteFrom('drawn_documents').where('storage_key', '=', key).execute(),
})

type CountedRow = Omit<InvoiceRow, 'issued_at'> & { issued_at: Date; total: number }

/** SQL condition on invoices `i`: a person may read the papers of every work that the invoice is about. */
const isOpenTo = (userId: string) => {
  const open = entriesOpenTo(userId, 'papers')
  return sql<boolean>`i.apply_order_id in ${open} and not exists (
    select from order_lines l where l.order_no = i.order_no and l.apply_order_id not in ${open})`
}

/** Invoices, credit notes and proformas of the entries whose papers a person may read. */
export const invoiceDocumentsRepository = (db: Db) => ({
  async page(userId: string, { current, pageSize }: PageInput) {
    const { rows } = await sql<CountedRow>`
      select i.id as invoice_id, i.number, i.kind, i.apply_order_id, e.entry_no, e.title, i.fee_type,
        (i.document ->> 'gross')::integer as amount, i.document ->> 'currency' as currency,
        i.issued_at, count(*) over ()::integer as total
      from invoices i
      join apply_orders e on e.id = i.apply_order_id
      where ${isOpenTo(userId)}
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
      where ${isOpenTo(userId)}`.execute(db)
    return rows[0]?.total ?? 0
  },

  async own(userId: string, invoiceId: string): Promise<StoredInvoice | undefined> {
    const own = sql`i.id = ${invoiceId} and ${isOpenTo(userId)}`
    return (await storedInvoices(db, own))[0]
  },

  /** Those of one's own entries, oldest first. */
  all: (userId: string): Promise<StoredInvoice[]> => storedInvoices(db, sql`e.user_id = ${userId}`),
})

export type ReceiptOrder = {
  order_no: string
  apply_order_id: string
  fee_type: number
  channel: Channel
  currency: string
  billing: Order['billing']
  is_duplicate: boolean
  /** Number and title of each entry that the order pays. */
  entries: string[]
  account_name: string
  invoices: string[]
}
export type ReceiptFact = {
  kind: 'payment' | 'refund'
  amount_minor: number
  reference: string
  at: Date
  payer_amount_minor: number | null
  payer_currency: string | null
  exchange_rate: string | null
}

/** An order, and its payments and refunds from the ledger. */
export const receiptsRepository = (db: Db) => ({
  async order(orderNo: string): Promise<ReceiptOrder | undefined> {
    const { rows } = await sql<ReceiptOrder>`
      select o.order_no, o.apply_order_id, o.fee_type, o.channel, o.currency, o.billing,
        o.is_duplicate, array(select every.entry_no || ', « ' || every.title || ' »'
          from order_lines l join apply_orders every on every.id = l.apply_order_id
          where l.order_no = o.order_no order by l.position) as entries,
        coalesce(u.company, u.first_name || ' ' || u.last_name) as account_name,
        array(select i.number from invoices i
          where i.order_no = o.order_no and i.kind = 'invoice' and i.replaced_at is null) as invoices
      from payment_orders o
      join apply_orders e on e.id = o.apply_order_id
      join users u on u.id = e.user_id
      where o.order_no = ${orderNo}`.execute(db)
    return rows[0]
  },

  async facts(orderNo: string): Promise<ReceiptFact[]> {
    const { rows } = await sql<ReceiptFact>`
      select kind, amount_minor, provider_txn as reference, at, payer_amount_minor, payer_currency,
        exchange_rate
      from ledger where order_no = ${orderNo} order by at, id`.execute(db)
    return rows
  },
})
