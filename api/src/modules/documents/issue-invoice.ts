import type { Db } from '../../db/database.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import type { Order } from '../payments/payment-types.ts'
import { documentsRepository } from './documents.repository.ts'
import type { StoredInvoice } from './documents.repository.ts'
import { billingOf, invoiceDraft } from './invoice-draft.ts'
import { issueDocument } from './issue-document.ts'
import { programmeOf } from './organiser.ts'

/** Issues the invoice of a paid order. The order is locked, and has none yet. */
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
 * The invoice in force of an order. A refund may be quicker than the invoice: an order that has settled
 * its fee gets it now. One that never did, a second payment for instance, has none.
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
