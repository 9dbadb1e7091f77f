import { Billing } from '@awards/shared/contract'
import { dayIn } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import type { Order } from '../payments/payment-types.ts'
import {
  documentsRepository,
  type InvoiceSubject,
  type StoredInvoice,
} from './documents.repository.ts'
import type { InvoiceDocument, InvoiceLine } from './documents.types.ts'
import { Amounts, buyerOf, deliveryOf, linesOf, paidText, totalsOf } from './invoice-content.ts'
import { termsOf } from './invoice-terms.ts'
import { issueDocument, type Draft } from './issue-document.ts'
import { sellerOf, programmeOf, type Programme } from './organiser.ts'

/** The amounts agreed with the order. */
export const amountsOf = (order: Order): Amounts => Amounts.parse(order.quote)

export const billingOf = (order: Pick<Order, 'billing'>): Billing | null =>
  Billing.safeParse(order.billing).data ?? null

/** A business gets the terms between professionals. */
const buyerKind = (billing: Billing | null, subject: InvoiceSubject) =>
  billing?.kind ?? (subject.company ? 'business' : 'consumer')

type InvoiceSource = {
  programme: Programme
  subject: InvoiceSubject
  order: Order
  billing: Billing | null
  /** Lines of a corrected invoice; otherwise the order's. */
  lines?: InvoiceLine[]
}

/** The content of a paid order's invoice, without its number. */
export function invoiceDraft({
  programme,
  subject,
  order,
  billing,
  ...given
}: InvoiceSource): Draft {
  const buyer = buyerOf(subject, billing)
  const lines = given.lines ?? linesOf(subject, order.fee_type, amountsOf(order))
  const totals = totalsOf(lines, order.currency)
  const paidAt = order.paid_at ?? order.created_at
  const paidOn = dayIn(paidAt, programme.timezone)
  const facts = { kind: 'invoice', buyer_kind: buyerKind(billing, subject) } as const
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

/** Issues the invoice of a paid order. The caller has locked the order and checked that it has none. */
export async function issueInvoice(
  trx: Db,
  clock: () => Date,
  order: Order,
): Promise<StoredInvoice | undefined> {
  const { apply_order_id, fee_type, paid_at, package_code } = order
  const subject = await documentsRepository(trx).subject(apply_order_id, package_code)
  if (!subject) return undefined
  const programme = await programmeOf(trx)
  return issueDocument(trx, {
    draft: invoiceDraft({ programme, subject, order, billing: billingOf(order) }),
    timeZone: programme.timezone,
    clock,
    of: { apply_order_id, fee_type, paid_at },
  })
}

/**
 * The invoice in force of an order. A refund may overtake the invoice job, so this issues the invoice of
 * an order that has paid its fee. A duplicate has none.
 */
export async function invoiceInForce(
  trx: Db,
  clock: () => Date,
  order: Order,
): Promise<StoredInvoice | undefined> {
  const known = await documentsRepository(trx).invoiceOfOrder(order.order_no)
  if (known || !(await ordersRepository(trx).hasSettled(order.order_no))) return known
  return issueInvoice(trx, clock, order)
}
