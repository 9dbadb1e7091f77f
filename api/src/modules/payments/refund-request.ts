import { FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'
import type { Actor } from '../../app/actor.ts'
import type { Db } from '../../db/database.ts'
import { feeStatus, nextFee } from './fee-state.ts'
import { ordersRepository } from './orders.repository.ts'
import { payableEntriesRepository } from './payable-entries.repository.ts'
import { refundsRepository } from './refunds.repository.ts'

/**
 * Asks for the entry fee to be sent back, in the transaction of the withdrawal; the refund job does
 * the rest. False where nothing was paid through an order, for instance a waived fee.
 */
export async function requestRefundOfEntryFee(
  trx: Db,
  actor: Actor,
  entryId: string,
  reason: string,
): Promise<boolean> {
  const entries = payableEntriesRepository(trx)
  const orders = ordersRepository(trx)
  const entry = await entries.lock(entryId)
  const order = await orders.lockOneOf(entryId, FEE_TYPE.entry, [PAYMENT_STATUS.paid])
  const status = nextFee(FEE_TYPE.entry, feeStatus(entry, FEE_TYPE.entry), 'ask_refund')
  if (!order || status === undefined) return false
  await orders.move(order.order_no, order.status, { status: PAYMENT_STATUS.refunding })
  await refundsRepository(trx).request(order, {
    amount_minor: order.amount_minor,
    reason,
    by_user_id: actor.id,
  })
  await entries.update(entry.id, { entry_fee_status: status })
  return true
}
