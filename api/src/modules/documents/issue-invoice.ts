import { Billing, type TaxBuyer } from '@awards/shared/contract'
import { dayIn } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { lockOrder, orderLinesRepository } from '../payments/orders/order-lines.repository.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import type { Order, OrderLine } from '../payments/payment-types.ts'
import { kindOfAccount } from '../payments/tax/vat-checks.service.ts'
import {
  documentsRepository,
  programmeOf,
  type InvoiceSubject,
  type Programme,
  type StoredInvoice,
} from './documents.repository.ts'
import type { InvoiceDocument, InvoiceLine } from './documents.types.ts'
import {
  Amounts,
  buyerOf,
  deliveryOf,
  linesOf,
  paidText,
  sellerOf,
  termsOf,
  totalsOf,
} from './invoice-content.ts'

export type Draft = Omit<InvoiceDocument, 'number' | 'issued_at' | 'issued_on' | 'kind'> & {
  kind: 'invoice' | 'credit_note'
}
type IssueRequest = {
  draft: Draft
  /** Gives the prefix of the number, and the time zone of the date and year. */
  programme: Programme
  clock: () => Date
  of: {
    apply_order_id: string
    fee_type: number
    paid_at: Date | null
    out_refund_no?: string
    cancels_invoice_id?: string
  }
}

const LETTERS = { invoice: '', credit_note: 'AV-' }

/**
 * Issues a document: takes its number and date, and stores it with its XML. Validates the XML before it
 * takes the number, so that the counter is locked briefly and a bug costs no number.
 */
export async function issueDocument(
  trx: Db,
  { draft, programme, clock, of }: IssueRequest,
): Promise<StoredInvoice> {
  // Lazy: the library of the format is a tenth of all modules of the server.
  const { facturX, requireValid } = await import('./factur-x.ts')
  const documents = documentsRepository(trx)
  const { timezone, number_prefix } = programme
  const seriesOf = (day: string) =>
    `${number_prefix ?? 'A'}-${LETTERS[draft.kind]}${day.slice(0, 4)}`
  const today = dayIn(clock(), timezone)
  await requireValid(numbered(draft, `${seriesOf(today)}-000000`, clock(), today))

  const series = seriesOf(today)
  const { count, at } = await documents.nextNumber(series, clock)
  const number = `${series}-${String(count).padStart(6, '0')}`
  // If the year ends while it waits for the counter, the document is the last of the old year.
  const day = dayIn(at, timezone)
  const document = numbered(draft, number, at, day.startsWith(today.slice(0, 4)) ? day : today)
  return documents.insert(document, { ...of, facturx_xml: facturX(document) })
}

const numbered = (draft: Draft, number: string, at: Date, day: string): InvoiceDocument => ({
  ...draft,
  number,
  issued_at: at.toISOString(),
  issued_on: day,
})

/** The amounts agreed with the order. */
export const amountsOf = ({ quote }: Pick<Order, 'quote'>): Amounts => Amounts.parse(quote)

export const billingOf = (order: Pick<Order, 'billing'>): Billing | null =>
  Billing.safeParse(order.billing).data ?? null

/** A business gets the terms between professionals. */
const buyerKind = (billing: Billing | null, subject: InvoiceSubject) =>
  billing?.kind ?? kindOfAccount(subject)

/** The buyer whom an issued invoice names, for the VAT rules: after a correction not the buyer of the order. */
export const buyerOfInvoice = ({ buyer, buyer_kind }: InvoiceDocument): TaxBuyer => ({
  kind: buyer_kind,
  country: buyer.country,
  vat_no: buyer.vat_no,
})

type InvoiceSource = {
  programme: Programme
  /** Whose fees the order has paid. */
  of: InvoicedLine[]
  order: Order
  billing: Billing | null
  /** The buyer of an invoice whose address stays; otherwise that of `billing`, or of the account. */
  addressee?: Pick<InvoiceDocument, 'buyer' | 'buyer_kind'> | undefined
  /** Lines of a corrected invoice; otherwise the order's. */
  lines?: InvoiceLine[]
}
/** A line of an order, and the entry that it names. */
export type InvoicedLine = { line: OrderLine; subject: InvoiceSubject }

/** The lines of an order that its invoice has: not those of fees that were settled otherwise. */
export async function invoicedLines(db: Db, order: Order): Promise<InvoicedLine[]> {
  const lines = await orderLinesRepository(db).of(order.order_no)
  const found: InvoicedLine[] = []
  for (const line of lines) {
    const subject =
      !line.is_duplicate &&
      (await documentsRepository(db).subject(line.apply_order_id, line.package_code))
    if (subject) found.push({ line, subject })
  }
  return found
}

/** The content of a paid order's invoice, without its number. */
export function invoiceDraft({ programme, of, order, billing, ...given }: InvoiceSource): Draft {
  const [first] = of
  if (!first) throw new Error(`Order ${order.order_no} has nothing to invoice`)
  const { subject } = first
  const { buyer, buyer_kind } = given.addressee ?? {
    buyer: buyerOf(subject, billing),
    buyer_kind: buyerKind(billing, subject),
  }
  const lines = given.lines ?? linesOfAll(of, order)
  const totals = totalsOf(lines, order.currency)
  const paidAt = order.paid_at ?? order.created_at
  const paidOn = dayIn(paidAt, programme.timezone)
  const facts = { kind: 'invoice', buyer_kind } as const
  return {
    ...facts,
    service_on: paidOn,
    due_on: paidOn,
    seller: sellerOf(programme),
    buyer,
    delivery: deliveryOf(subject, order.fee_type, buyer),
    lines,
    ...totals,
    terms: termsOf(programme, { ...facts, vat: totals.vat }),
    order_no: order.order_no,
    paid: { at: paidAt.toISOString(), text: paidText(order.channel, order.provider_txn) },
    bank: null,
  }
}

/** The invoice's lines; those of an order for several entries say which one they are for. */
const linesOfAll = (of: readonly InvoicedLine[], order: Order): InvoiceLine[] =>
  of.flatMap(({ line, subject }) =>
    linesOf(subject, line.fee_type, amountsOf(line)).map((one) =>
      line.amount_minor === order.amount_minor
        ? one
        : { ...one, apply_order_id: line.apply_order_id },
    ),
  )

/** The content of a proforma; it is outside the series and numbered by its entry. */
export function proformaOf(about: {
  programme: Programme
  subject: InvoiceSubject
  feeType: number
  billing: Billing | null
  amounts: Amounts
  currency: string
  bank: InvoiceDocument['bank']
  number: string
  now: Date
  dueAt: Date | null
}): InvoiceDocument {
  const { programme, subject, billing, feeType, amounts, now, dueAt } = about
  const buyer = buyerOf(subject, billing)
  const lines = linesOf(subject, feeType, amounts)
  const totals = totalsOf(lines, about.currency)
  const facts = { kind: 'proforma', buyer_kind: buyerKind(billing, subject) } as const
  return {
    ...facts,
    number: about.number,
    issued_at: now.toISOString(),
    issued_on: dayIn(now, programme.timezone),
    service_on: null,
    due_on: dueAt && dayIn(dueAt, programme.timezone),
    seller: sellerOf(programme),
    buyer,
    delivery: null,
    lines,
    ...totals,
    terms: termsOf(programme, { ...facts, vat: totals.vat }),
    order_no: null,
    paid: null,
    bank: about.bank,
  }
}

/**
 * Issues the invoice of an order that has paid its fee; a duplicate or a wrong amount has none. The caller has locked the
 * order and checked that it has no invoice yet.
 */
async function issueInvoice(
  trx: Db,
  clock: () => Date,
  order: Order,
): Promise<StoredInvoice | undefined> {
  const { order_no, apply_order_id, fee_type, paid_at } = order
  if (!(await ordersRepository(trx).hasSettled(order_no))) return undefined
  const of = await invoicedLines(trx, order)
  if (of.length === 0) return undefined
  const programme = await programmeOf(trx)
  return issueDocument(trx, {
    draft: invoiceDraft({ programme, of, order, billing: billingOf(order) }),
    programme,
    clock,
    of: { apply_order_id, fee_type, paid_at },
  })
}

/**
 * The invoice in force of an order that the caller has locked. If its job is still to come, this issues the invoice of an
 * order that has paid its fee. A duplicate has none.
 */
export async function invoiceInForce(
  trx: Db,
  clock: () => Date,
  order: Order,
): Promise<StoredInvoice | undefined> {
  const known = await documentsRepository(trx).invoiceOfOrder(order.order_no)
  return known ?? issueInvoice(trx, clock, order)
}

/** Issues the invoice of an order in a transaction, once; true if this call did. */
export const issueInvoiceOnce = (db: Db, clock: () => Date, order: Order): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // Serialises two reports of the same payment.
    await lockOrder(trx, order.order_no)
    if (await documentsRepository(trx).invoiceOfOrder(order.order_no)) return false
    return (await issueInvoice(trx, clock, order)) !== undefined
  })
