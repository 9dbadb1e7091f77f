import { sql, type RawBuilder } from 'kysely'
import {
  CHANNEL_FACTS,
  ENTRY_STATUS,
  FEE_TYPE,
  PAYMENT_STATUS,
  type RefundStatus,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { newRefundNumber } from '../orders/orders.repository.ts'
import type { Order, Payment } from '../payment-types.ts'

export type Refund = {
  out_refund_no: string
  order_no: string
  amount_minor: number
  status: RefundStatus
  provider_txn: string | null
  checks: number
}
export type NewRefund = {
  amount_minor: number
  reason: string
  by_user_id: string | null
  at: Date
}

/** The refund job skips manual channels: the organiser sends the money and confirms it. */
const firstCheck = ({ channel }: Order, at: Date) => (CHANNEL_FACTS[channel].isManual ? null : at)

export const refundsRepository = (db: Db) => {
  const refunds = () =>
    db
      .selectFrom('refunds')
      .select(['out_refund_no', 'order_no', 'amount_minor', 'status', 'provider_txn', 'checks'])
      .$castTo<Refund>()
  async function leftOf(orderNo: string, counted: RawBuilder<unknown>): Promise<number> {
    const { rows } = await sql<{ left: number }>`
      select (
        coalesce((select sum(l.amount_minor) from ledger l
          where l.order_no = o.order_no and kind = 'payment' and l.provider_txn = o.provider_txn), 0) -
        coalesce((select sum(r.amount_minor) from refunds r
          where r.order_no = o.order_no and ${counted}
            and coalesce(r.provider_txn, o.provider_txn) = o.provider_txn), 0))::int as left
      from payment_orders o where o.order_no = ${orderNo}`.execute(db)
    return rows[0]?.left ?? 0
  }
  const one = (outRefundNo: string) => refunds().where('out_refund_no', '=', outRefundNo)

  return {
    find: (outRefundNo: string) => one(outRefundNo).executeTakeFirst(),
    lock: (outRefundNo: string) => one(outRefundNo).forUpdate().executeTakeFirst(),

    /** Refunds a duplicate payment automatically; a unique index allows it once. */
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

    request: (order: Order, { at, ...request }: NewRefund): Promise<Refund> =>
      db
        .insertInto('refunds')
        .values({
          ...request,
          out_refund_no: newRefundNumber(order.order_no),
          order_no: order.order_no,
          created_at: at,
          updated_at: at,
          next_check_at: firstCheck(order, at),
        })
        .returningAll()
        .$castTo<Refund>()
        .executeTakeFirstOrThrow(),

    /**
     * Retries a failed refund under its own number, so that the provider cannot send it twice. `own`
     * refunds the payment that the order took, `other` a duplicate.
     */
    async requestAgain(
      order: Order,
      { amount_minor, at }: NewRefund,
      of: 'own' | 'other',
    ): Promise<Refund | undefined> {
      const { rows } = await sql<Refund>`
        update refunds set status = 'requested', checks = 0, updated_at = ${at},
          next_check_at = ${firstCheck(order, at)}
        where out_refund_no = (
          select out_refund_no from refunds
          where order_no = ${order.order_no} and amount_minor = ${amount_minor}
            and status = 'failed'
            and (coalesce(provider_txn, ${order.provider_txn}::text) = ${order.provider_txn}::text) = ${of === 'own'}
          order by created_at limit 1)
        returning out_refund_no, order_no, amount_minor, status, provider_txn, checks`.execute(db)
      return rows[0]
    },

    /** The payment that the order took, minus its refunds that have not failed. */
    refundable: (orderNo: string): Promise<number> => leftOf(orderNo, sql`r.status <> 'failed'`),

    /** True once the payment that the order took is refunded in full. */
    isFullyRefunded: async (orderNo: string) =>
      (await leftOf(orderNo, sql`r.status = 'succeeded'`)) <= 0,

    unsettledOf: (orderNo: string) =>
      refunds()
        .where('order_no', '=', orderNo)
        .where('status', 'in', ['requested', 'processing'])
        .execute(),

    /** Leases due refunds for a minute; `skip locked` lets several processes share the work. */
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

export type OverpaidEntry = Order & { edition_id: string; section_id: string }

/** Orders paid at the price of a project's first entry although another entry was paid before. */
export const overpaidEntriesRepository = (db: Db) => ({
  /** Those paid after `since` without a refund for `reason`. */
  async list(since: Date, reason: string): Promise<OverpaidEntry[]> {
    const { rows } = await sql<OverpaidEntry>`
      select o.*, e.edition_id, e.section_id
      from payment_orders o join apply_orders e on e.id = o.apply_order_id
      where o.fee_type = ${FEE_TYPE.entry} and o.status = ${PAYMENT_STATUS.paid}
        and o.paid_at > ${since} and o.quote ->> 'kind' = 'first'
        and not exists (
          select 1 from refunds r where r.order_no = o.order_no and r.reason = ${reason})
        and exists (
          select 1 from apply_orders sibling
          join payment_orders earlier on earlier.apply_order_id = sibling.id
          where sibling.project_id = e.project_id and sibling.edition_id = e.edition_id
            and sibling.id <> e.id and sibling.entry_status
              not in (${ENTRY_STATUS.withdrawn}, ${ENTRY_STATUS.disqualified})
            and earlier.fee_type = ${FEE_TYPE.entry} and earlier.status = ${PAYMENT_STATUS.paid}
            and earlier.quote ->> 'kind' = 'first'
            and (earlier.paid_at, earlier.order_no) < (o.paid_at, o.order_no))`.execute(db)
    return rows
  },
})
