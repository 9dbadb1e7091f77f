import { sql } from 'kysely'
import type { RefundStatus } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'

/** Everything that is written down of an order, each list oldest first. */
export type OrderFacts = {
  history: { to_status: number; at: Date; by_actor: string }[]
  payments: { at: Date; amount_minor: number; provider_txn: string }[]
  refunds: {
    out_refund_no: string
    amount_minor: number
    status: RefundStatus
    is_automatic: boolean
    is_by_payer: boolean
    reason: string
    requested_by: string | null
    created_at: Date
    updated_at: Date
  }[]
  documents: { id: string; kind: string; number: string; gross: number; issued_at: Date }[]
}

export const orderFactsRepository = (db: Db) => ({
  async of(orderNo: string): Promise<OrderFacts> {
    const [history, payments, refunds, documents] = await Promise.all([
      db
        .selectFrom('payment_order_history')
        .select(['to_status', 'at', 'by_actor'])
        .where('order_no', '=', orderNo)
        .orderBy('id')
        .execute(),
      db
        .selectFrom('ledger')
        .select(['at', 'amount_minor', 'provider_txn'])
        .where('order_no', '=', orderNo)
        .where('kind', '=', 'payment')
        .orderBy('id')
        .execute(),
      sql<OrderFacts['refunds'][number]>`
        select r.out_refund_no, r.amount_minor, r.status, r.is_automatic, r.created_at, r.updated_at,
          r.reason, coalesce(r.by_user_id = e.user_id, false) as is_by_payer,
          u.first_name || ' ' || u.last_name as requested_by
        from refunds r
        join payment_orders o on o.order_no = r.order_no
        join apply_orders e on e.id = o.apply_order_id
        left join users u on u.id = r.by_user_id
        where r.order_no = ${orderNo} order by r.created_at, r.out_refund_no`.execute(db),
      db
        .selectFrom('invoices')
        .select(['id', 'kind', 'number', 'issued_at'])
        .select(sql<number>`(document ->> 'gross')::integer`.as('gross'))
        .where('order_no', '=', orderNo)
        .orderBy('id')
        .execute(),
    ])
    return { history, payments, refunds: refunds.rows, documents }
  },
})
