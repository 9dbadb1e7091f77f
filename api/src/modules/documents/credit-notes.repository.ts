import type { Db } from '../../db/database.ts'

/**
 * What was sent back of the payment that an order has taken. Another payment of the same order has no
 * invoice, and its way back is none of a credit note's business.
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
        .select(['r.out_refund_no', 'r.order_no', 'r.amount_minor'])
        .where('r.out_refund_no', '=', outRefundNo)
        .executeTakeFirst(),

    refundsOf: (orderNo: string) =>
      refundsOfOwn()
        .select(['r.out_refund_no', 'r.amount_minor'])
        .where('r.order_no', '=', orderNo)
        .orderBy('r.created_at')
        .execute(),
  }
}
