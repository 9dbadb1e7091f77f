import type { RefundStatus } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { newRefundNumber } from './order-number.ts'
import type { Order, Payment } from './payment-types.ts'

export type Refund = {
  out_refund_no: string
  order_no: string
  amount_minor: number
  status: RefundStatus
  provider_txn: string | null
  checks: number
}
export type RefundWish = {
  amount_minor: number
  reason: string
  by_user_id: string | null
  at: Date
}

// A person sends a transfer back, and confirms it by hand.
const firstCheck = ({ channel }: Order, at: Date) => (channel === 'bank_transfer' ? null : at)

export const refundsRepository = (db: Db) => {
  const refunds = () =>
    db
      .selectFrom('refunds')
      .select(['out_refund_no', 'order_no', 'amount_minor', 'status', 'provider_txn', 'checks'])
      .$castTo<Refund>()
  const one = (outRefundNo: string) => refunds().where('out_refund_no', '=', outRefundNo)

  return {
    find: (outRefundNo: string) => one(outRefundNo).executeTakeFirst(),
    lock: (outRefundNo: string) => one(outRefundNo).forUpdate().executeTakeFirst(),

    /** Money that nobody ordered goes back by itself, once. */
    requestAutomatic: (order: Order, payment: Payment, at: Date) =>
      db
        .insertInto('refunds')
        .values({
          out_refund_no: newRefundNumber(order.order_no),
          order_no: order.order_no,
          provider_txn: payment.txn,
          amount_minor: payment.amount_minor,
          reason: 'The fee was settled already',
          is_automatic: true,
          created_at: at,
          updated_at: at,
          next_check_at: firstCheck(order, at),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),

    request: (order: Order, { at, ...wish }: RefundWish): Promise<Refund> =>
      db
        .insertInto('refunds')
        .values({
          ...wish,
          out_refund_no: newRefundNumber(order.order_no),
          order_no: order.order_no,
          created_at: at,
          updated_at: at,
          next_check_at: firstCheck(order, at),
        })
        .returningAll()
        .$castTo<Refund>()
        .executeTakeFirstOrThrow(),

    /** A refund that failed is asked again with its number, so that it can never go back twice. */
    requestAgain: (order: Order, { amount_minor, at }: RefundWish): Promise<Refund | undefined> =>
      db
        .updateTable('refunds')
        .set({
          status: 'requested',
          checks: 0,
          updated_at: at,
          next_check_at: firstCheck(order, at),
        })
        .where('out_refund_no', '=', (select) =>
          select
            .selectFrom('refunds')
            .select('out_refund_no')
            .where('order_no', '=', order.order_no)
            .where('amount_minor', '=', amount_minor)
            .where('status', '=', 'failed')
            .orderBy('created_at')
            .limit(1),
        )
        .returningAll()
        .$castTo<Refund>()
        .executeTakeFirst(),

    /** What was paid by an order, less what is on its way back. */
    async refundable(orderNo: string): Promise<number> {
      const { rows } = await sql<{ left: number }>`
        select (
          (select coalesce(sum(amount_minor), 0) from ledger
            where order_no = ${orderNo} and kind = 'payment') -
          (select coalesce(sum(amount_minor), 0) from refunds
            where order_no = ${orderNo} and status <> 'failed'))::int as left`.execute(db)
      return rows[0]?.left ?? 0
    },

    /** True once every payment of the order has been sent back. */
    async isAllBack(orderNo: string): Promise<boolean> {
      const { rows } = await sql<{ left: number }>`
        select coalesce(sum(case kind when 'payment' then amount_minor else -amount_minor end), 0)::int
          as left
        from ledger where order_no = ${orderNo}`.execute(db)
      return (rows[0]?.left ?? 0) <= 0
    },

    unsettledOf: (orderNo: string) =>
      refunds()
        .where('order_no', '=', orderNo)
        .where('status', 'in', ['requested', 'processing'])
        .execute(),

    /** Takes due refunds for a minute, so that several processes share the work. */
    async claimDue(now: Date, limit: number): Promise<Refund[]> {
      const until = new Date(now.getTime() + 60_000)
      const { rows } = await sql<Refund>`
        update refunds set checks = checks + 1, next_check_at = ${until}
        where out_refund_no in (
          select out_refund_no from refunds
          where status in ('requested', 'processing') and next_check_at <= ${now}
          order by next_check_at limit ${limit} for update skip locked)
        returning out_refund_no, order_no, amount_minor, status, provider_txn, checks`.execute(db)
      return rows
    },

    checkAgain: (outRefundNo: string, at: Date) =>
      db
        .updateTable('refunds')
        .set({ next_check_at: at })
        .where('out_refund_no', '=', outRefundNo)
        .execute(),

    move: (outRefundNo: string, status: RefundStatus, updated_at: Date, evidence?: object) =>
      db
        .updateTable('refunds')
        .set({ status, updated_at, ...(evidence && { evidence: JSON.stringify(evidence) }) })
        .where('out_refund_no', '=', outRefundNo)
        .execute(),
  }
}
