import type { Db } from '../../db/database.ts'
import { newRefundNumber } from './order-number.ts'
import type { Order } from './payment-types.ts'
import type { RefundSeen } from './provider.ts'

export type Refund = {
  out_refund_no: string
  order_no: string
  amount_minor: number
  status: 'requested' | RefundSeen
}
export type RefundWish = { amount_minor: number; reason: string; by_user_id: string }

export const refundsRepository = (db: Db) => {
  const refunds = () =>
    db
      .selectFrom('refunds')
      .select(['out_refund_no', 'order_no', 'amount_minor', 'status'])
      .$castTo<Refund>()

  return {
    /** A second payment of a settled fee goes back by itself, once. */
    requestAutomatic: (order: Order, amount_minor: number, created_at: Date) =>
      db
        .insertInto('refunds')
        .values({
          out_refund_no: `R${order.order_no}`,
          order_no: order.order_no,
          amount_minor,
          reason: 'The fee was settled already',
          is_automatic: true,
          created_at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),

    request: (order: Order, wish: RefundWish) =>
      db
        .insertInto('refunds')
        .values({
          ...wish,
          out_refund_no: newRefundNumber(order.order_no),
          order_no: order.order_no,
        })
        .execute(),

    unsettled: () =>
      refunds().where('status', 'in', ['requested', 'processing']).orderBy('created_at').execute(),

    unsettledOf: (orderNo: string) =>
      refunds()
        .where('order_no', '=', orderNo)
        .where('status', 'in', ['requested', 'processing'])
        .execute(),

    lock: (outRefundNo: string) =>
      refunds().where('out_refund_no', '=', outRefundNo).forUpdate().executeTakeFirst(),

    move: (outRefundNo: string, status: RefundSeen, updated_at: Date) =>
      db
        .updateTable('refunds')
        .set({ status, updated_at })
        .where('out_refund_no', '=', outRefundNo)
        .execute(),
  }
}
