import {
  CHANNEL_FACTS,
  next,
  PAYMENT_MACHINE,
  PAYMENT_STATUS,
  type FeeType,
  type PaymentEvent,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import type { Order, OrderTerms, PayableEntry } from '../payment-types.ts'
import { isSettled, refreshOrder, type CoreContext } from './apply-payment.ts'
import { ordersRepository } from './orders.repository.ts'
import { settleClosing } from './reconcile.ts'

const S = PAYMENT_STATUS

export const alreadyPaid = () =>
  new BusinessError(409, 'This fee is already settled. There is nothing left to pay.', {
    reason: 'ALREADY_PAID',
  })

/** Refuses fees that cost nothing any more. Of several, names those; the page asks for a price of the others. */
export function requireUnsettled(entries: readonly PayableEntry[], feeType: FeeType): void {
  const settled = entries.filter((entry) => isSettled(entry, feeType))
  if (settled.length === 0) return
  if (settled.length === entries.length) throw alreadyPaid()
  throw new BusinessError(
    409,
    'Some of these works need no payment any more. Take them out of the basket, then pay the others.',
    { reason: 'BASKET_CHANGED', settled: settled.map(({ id }) => id) },
  )
}

/** The fees of entries that are paid together. */
export type Fees = Pick<OrderTerms, 'entryIds' | 'fee_type'>

/** Refuses fees one of which was settled meanwhile; says which, if others are still due. */
export async function refuseSettled(db: Db, { entryIds, fee_type }: Fees): Promise<never> {
  requireUnsettled(await payableEntriesRepository(db).findAll(entryIds), fee_type)
  throw alreadyPaid()
}

/** While the bank processes the first payment, a second order would charge the payer twice. */
const stillProcessing = () =>
  new BusinessError(
    409,
    'Your bank is still processing the first payment of this fee. You need not pay again: we write to you as soon as it has arrived or failed.',
    { reason: 'PAYMENT_PROCESSING' },
  )
/** The payment of the earlier order is unknown, so the message does not mention it. */
const stillClosing = () =>
  new BusinessError(
    503,
    'The payment service has not confirmed yet that your earlier order is closed. Please wait a minute, then try again.',
    { reason: 'PROVIDER_UNAVAILABLE' },
  )

/** The number of an order that has to be closed before its fee is claimed. */
type Stale = { stale: string }

/**
 * Runs a transaction that claims fees, for an order or for nothing. While it answers an order that stands in its way,
 * closes that order at its provider, without a lock, and runs it again.
 */
export async function claimFees<T extends object>(
  context: CoreContext,
  fees: Fees,
  claim: (trx: Db) => Promise<T | Stale>,
): Promise<T> {
  const claimed = await context.db.transaction().execute(claim)
  if (!('stale' in claimed)) return claimed
  const outcome = await settleClosing(context, claimed.stale)
  if (outcome === 'closed') return claimFees(context, fees, claim)
  if (outcome === 'processing') throw stillProcessing()
  if (outcome === 'paid') return refuseSettled(context.db, fees)
  throw stillClosing()
}

/** Locks the order of a fee that has not ended; refuses one that the bank is processing. */
export async function lockOpenOrder(trx: Db, entryId: string, feeType: FeeType) {
  const orders = ordersRepository(trx)
  const open = await orders.lockOneOf(entryId, feeType, [S.created, S.awaiting])
  if (open?.processing_since) throw stillProcessing()
  return open ?? orders.lockOneOf(entryId, feeType, [S.closing])
}

/** Marks a locked order for closing, because another claim of its fee replaces it. */
export async function replaceOrder(trx: Db, order: Order, now: Date): Promise<Stale> {
  const { order_no } = order
  if (order.status !== S.closing) {
    const change = { status: statusAfter(order, 'close'), next_check_at: now }
    await ordersRepository(trx).move(order_no, order.status, change, { by: 'payer', at: now })
  }
  return { stale: order_no }
}

/**
 * Queries an open card order before a claim replaces it: a payer who ordered a debit may be back
 * before its webhook. If the query fails, closing the order finds out.
 */
export async function refreshReplacedOrders(
  context: CoreContext,
  { entryIds, fee_type }: Fees,
  isKept: (order: Order) => Promise<boolean> = async () => false,
) {
  const open = new Map<string, Order>()
  for (const entryId of entryIds) {
    const orders = await ordersRepository(context.db).openOrders(entryId, fee_type)
    for (const order of orders) open.set(order.order_no, order)
  }
  for (const order of open.values()) {
    if (!CHANNEL_FACTS[order.channel].hasDelayedSettlement || order.status !== S.awaiting) continue
    if (await isKept(order)) continue
    await refreshOrder(context, order, 'query')
  }
}

export function statusAfter(order: Order, event: PaymentEvent) {
  const status = next(PAYMENT_MACHINE, order.status, event)
  if (status === undefined) throw new Error(`Order ${order.order_no} does not take ${event}`)
  return status
}
