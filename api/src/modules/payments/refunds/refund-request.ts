import { FEE_TYPE, next, PAYMENT_MACHINE, PAYMENT_STATUS } from '@awards/shared/domain'
import type { FeeType } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import { feeStatus, nextFee } from '../orders/fee-state.ts'
import { ordersRepository } from '../orders/orders.repository.ts'
import { feeColumn, payableEntriesRepository } from '../checkout/payable-entries.repository.ts'
import { lockOrder } from '../orders/order-lock.ts'
import type { Held } from '../orders/order-lock.ts'
import type { Order } from '../payment-types.ts'
import { refundsRepository } from './refunds.repository.ts'
import type { Refund, RefundWish } from './refunds.repository.ts'

/** The paid fee of an entry that is to be sent back. */
export type RefundOf = { entryId: string; feeType: FeeType; reason: string; at: Date }

/**
 * Asks for money of an order to be sent back, whole or in part, in the caller's transaction; the
 * refund job does the rest. Money that nobody ordered and that failed to go back comes first.
 */
export async function requestRefundOf(trx: Db, order: Order, wish: RefundWish): Promise<Refund> {
  const held = await lockOrder(trx, order.order_no)
  const again = held && (await refundsRepository(trx).requestAgain(held.order, wish, 'other'))
  return again ?? requestOwn(trx, held, wish)
}

/** The fee follows once nothing of it is left. */
async function requestOwn(trx: Db, held: Held | undefined, wish: RefundWish): Promise<Refund> {
  const refunds = refundsRepository(trx)
  const left = held ? await refunds.refundable(held.order.order_no) : 0
  if (!held || wish.amount_minor > left) {
    throw new BusinessError(
      409,
      'Not so much of this payment is left. Send back what remains, or less.',
      {
        reason: 'REFUND_TOO_MUCH',
        refundable: left,
      },
    )
  }
  const { entry, order } = held
  const { order_no } = order
  const refund =
    (await refunds.requestAgain(order, wish, 'own')) ?? (await refunds.request(order, wish))
  const status = next(PAYMENT_MACHINE, order.status, 'refund')
  if (wish.amount_minor < left || status === undefined) return refund

  const person = wish.by_user_id === entry.user_id ? 'payer' : 'organiser'
  const by = wish.by_user_id === null ? 'system' : person
  await ordersRepository(trx).move(order_no, order.status, { status }, { by, at: wish.at })
  const fee = nextFee(order.fee_type, feeStatus(entry, order.fee_type), 'ask_refund')
  if (order.status === PAYMENT_STATUS.paid && fee !== undefined) {
    const entries = payableEntriesRepository(trx)
    await entries.updateVersion(entry.id, { [feeColumn(order.fee_type)]: fee })
    await entries.event(entry.id, 'fee_ask_refund', order_no, wish.at)
  }
  return refund
}

/**
 * Asks for what is left of a paid fee to be sent back. False where nothing was paid through an order,
 * for instance a waived fee.
 */
export async function requestRefund(
  trx: Db,
  actor: Actor,
  { entryId, feeType, reason, at }: RefundOf,
): Promise<boolean> {
  const entry = await payableEntriesRepository(trx).lock(entryId)
  const order = await ordersRepository(trx).lockOneOf(entryId, feeType, [PAYMENT_STATUS.paid])
  const amount_minor = order ? await refundsRepository(trx).refundable(order.order_no) : 0
  if (!order || amount_minor <= 0) return false
  await requestOwn(trx, { entry, order }, { amount_minor, reason, by_user_id: actor.id, at })
  return true
}

/** The same for the entry fee. */
export const requestRefundOfEntryFee = (
  trx: Db,
  actor: Actor,
  wish: Omit<RefundOf, 'feeType'>,
): Promise<boolean> => requestRefund(trx, actor, { ...wish, feeType: FEE_TYPE.entry })
