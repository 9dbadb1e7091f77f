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
import type { Order, OrderLine, Payment } from '../payment-types.ts'

export type Refund = {
  out_refund_no: string
  order_no: string
  amount_minor: number
  status: RefundStatus
  provider_txn: string | null
  /** The line that goes back; null for a payment that goes back as a whole. */
  apply_order_id: string | null
  checks: number
  /** When a person requested it again after a failure; null before that. */
  asked_again_at: Date | null
}
export type NewRefund = {
  /** The line to refund: required where the order has several; null for a payment as a whole. */
  entryId?: string | null
  amount_minor: number
  reason: string
  by_user_id: string | null
  at: Date
}

/** The refund job skips manual channels: the organiser sends the money and confirms it. */
const firstCheck = ({ channel }: Order, at: Date) => (CHANNEL_FACTS[channel].isManual ? null : at)

const NOT_FAILED = sql`r.status <> 'failed'`
const SUCCEEDED = sql`r.status = 'succeeded'`

export const refundsRepository = (db: Db) => {
  const refunds = () =>
    db
      .selectFrom('refunds')
      .select([
        'out_refund_no',
        'order_no',
        'amount_minor',
        'status',
        'provider_txn',
        'apply_order_id',
        'checks',
        'asked_again_at',
      ])
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
  /** What is left of a line; an order whose payment is exact has as much for it as the line costs. */
  async function leftOfLine(
    { order_no, apply_order_id, amount_minor }: OrderLine,
    counted: RawBuilder<unknown>,
  ): Promise<number> {
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(r.amount_minor), 0)::int as sum from refunds r
      join payment_orders o on o.order_no = r.order_no
      where r.order_no = ${order_no} and r.apply_order_id = ${apply_order_id} and ${counted}
        and coalesce(r.provider_txn, o.provider_txn) = o.provider_txn`.execute(db)
    return Math.min(amount_minor - (rows[0]?.sum ?? 0), await leftOf(order_no, counted))
  }
  const one = (outRefundNo: string) => refunds().where('out_refund_no', '=', outRefundNo)

  return {
    find: (outRefundNo: string) => one(outRefundNo).executeTakeFirst(),
    lock: (outRefundNo: string) => one(outRefundNo).forUpdate().executeTakeFirst(),

    /** Refunds a duplicate payment automatically, or one line of it; a unique index allows it once. */
    requestAutomatic: (order: Order, payment: Payment, at: Date, line?: OrderLine) =>
      db
        .insertInto('refunds')
        .values({
          out_refund_no: newRefundNumber(order.order_no),
          order_no: order.order_no,
          provider_txn: payment.txn,
          apply_order_id: line?.apply_order_id ?? null,
          amount_minor: line?.amount_minor ?? payment.amount_minor,
          reason: 'The fee was settled already',
          is_automatic: true,
          created_at: at,
          updated_at: at,
          next_check_at: firstCheck(order, at),
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),

    request: (order: Order, { at, entryId, ...request }: NewRefund): Promise<Refund> =>
      db
        .insertInto('refunds')
        .values({
          ...request,
          apply_order_id: entryId ?? null,
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
      { amount_minor, at, entryId = null }: NewRefund,
      of: 'own' | 'other',
    ): Promise<Refund | undefined> {
      const { rows } = await sql<Refund>`
        update refunds set status = 'requested', checks = 0, updated_at = ${at}, asked_again_at = ${at},
          next_check_at = ${firstCheck(order, at)}
        where out_refund_no = (
          select out_refund_no from refunds
          where order_no = ${order.order_no} and amount_minor = ${amount_minor}
            and status = 'failed' and apply_order_id is not distinct from ${entryId}
            and (coalesce(provider_txn, ${order.provider_txn}::text) = ${order.provider_txn}::text) = ${of === 'own'}
          order by created_at limit 1)
        returning out_refund_no, order_no, amount_minor, status, provider_txn, apply_order_id, checks, asked_again_at`.execute(
        db,
      )
      return rows[0]
    },

    /** The payment that the order took, or one line of it, minus its refunds that have not failed. */
    refundable: (orderNo: string, line?: OrderLine): Promise<number> =>
      line ? leftOfLine(line, NOT_FAILED) : leftOf(orderNo, NOT_FAILED),

    /** True once the payment that the order took, or one line of it, is refunded in full. */
    isFullyRefunded: async (orderNo: string, line?: OrderLine) =>
      (await (line ? leftOfLine(line, SUCCEEDED) : leftOf(orderNo, SUCCEEDED))) <= 0,

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
        returning out_refund_no, order_no, amount_minor, status, provider_txn, apply_order_id, checks, asked_again_at`.execute(
        db,
      )
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

/** A line at too high a price, with its order's number and payment. */
export type OverpaidEntry = Pick<
  Order,
  'order_no' | 'apply_order_id' | 'amount_minor' | 'quote'
> & {
  edition_id: string
  section_id: string
}

/** Lines of orders paid at the price of a project's first entry although another entry was paid before. */
export const overpaidEntriesRepository = (db: Db) => ({
  /**
   * Those of pairs of which one was booked after `since`, without a refund for `reason`. The value date of a
   * transfer may be older than that.
   */
  async list(since: Date, reason: string): Promise<OverpaidEntry[]> {
    const { rows } = await sql<OverpaidEntry>`
      select o.order_no, o.apply_order_id, o.amount_minor, o.quote, e.edition_id, e.section_id
      from fee_orders o join apply_orders e on e.id = o.apply_order_id
      where o.fee_type = ${FEE_TYPE.entry} and o.status = ${PAYMENT_STATUS.paid}
        and o.quote ->> 'kind' = 'first'
        and e.project_id in (
          select work.project_id from payment_orders booked
          join order_lines line using (order_no) join apply_orders work on work.id = line.apply_order_id
          where booked.status = ${PAYMENT_STATUS.paid} and booked.changed_at > ${since})
        and not exists (
          select 1 from refunds r where r.order_no = o.order_no and r.reason = ${reason}
            and coalesce(r.apply_order_id, o.apply_order_id) = o.apply_order_id)
        and exists (
          select 1 from apply_orders sibling
          join fee_orders earlier on earlier.apply_order_id = sibling.id
          where sibling.project_id = e.project_id and sibling.edition_id = e.edition_id
            and sibling.id <> e.id and sibling.entry_status
              not in (${ENTRY_STATUS.withdrawn}, ${ENTRY_STATUS.disqualified})
            and earlier.fee_type = ${FEE_TYPE.entry} and earlier.status = ${PAYMENT_STATUS.paid}
            and earlier.quote ->> 'kind' = 'first'
            and greatest(o.changed_at, earlier.changed_at) > ${since}
            and (earlier.paid_at, earlier.order_no) < (o.paid_at, o.order_no))`.execute(db)
    return rows
  },
})
