import { FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'
import type { FeeType } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { Db } from '../../db/database.ts'
import { feeStatus, nextFee } from './fee-state.ts'
import { ordersRepository } from './orders.repository.ts'
import { feeColumn, payableEntriesRepository } from './payable-entries.repository.ts'
import { refundsRepository } from './refunds.repository.ts'

/** The paid fee of an entry that is to be sent back. */
export type RefundOf = { entryId: string; feeType: FeeType; reason: string }

/**
 * Asks for a fee to be sent back, in the transaction of the withdrawal; the refund job does the rest.
 * False where nothing was paid through an order, for instance a waived fee.
 */
export async function requestRefund(
  trx: Db,
  actor: Actor,
  { entryId, feeType, reason }: RefundOf,
): Promise<boolean> {
  const entries = payableEntriesRepository(trx)
  const orders = ordersRepository(trx)
  const entry = await entries.lock(entryId)
  const order = await orders.lockOneOf(entryId, feeType, [PAYMENT_STATUS.paid])
  const status = nextFee(feeType, feeStatus(entry, feeType), 'ask_refund')
  if (!order || status === undefined) return false
  await orders.move(order.order_no, order.status, { status: PAYMENT_STATUS.refunding })
  await refundsRepository(trx).request(order, {
    amount_minor: order.amount_minor,
    reason,
    by_user_id: actor.id,
  })
  await entries.update(entry.id, { [feeColumn(feeType)]: status })
  return true
}

/** The same for the entry fee. */
export const requestRefundOfEntryFee = (
  trx: Db,
  actor: Actor,
  entryId: string,
  reason: string,
): Promise<boolean> => requestRefund(trx, actor, { entryId, feeType: FEE_TYPE.entry, reason })
