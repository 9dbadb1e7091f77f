import type { Db } from '../../db/database.ts'

/** What was sent back of an order, as far as a credit note has to know. */
export const creditNotesRepository = (db: Db) => ({
  refund: (outRefundNo: string) =>
    db
      .selectFrom('refunds')
      .select(['out_refund_no', 'order_no', 'amount_minor', 'status'])
      .where('out_refund_no', '=', outRefundNo)
      .executeTakeFirst(),

  async refunded(orderNo: string): Promise<number> {
    const { sum } = await db
      .selectFrom('refunds')
      .select((select) =>
        select.fn.coalesce(select.fn.sum<string>('amount_minor'), select.lit(0)).as('sum'),
      )
      .where('order_no', '=', orderNo)
      .where('status', '=', 'succeeded')
      .executeTakeFirstOrThrow()
    return Number(sum)
  },
})
