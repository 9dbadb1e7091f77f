import { sql } from 'kysely'
import type { RefundStatus } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'

export type RefundRecord = {
  out_refund_no: string
  amount_minor: number
  status: RefundStatus
  is_automatic: boolean
  reason: string
  requested_by: string | null
  created_at: Date
  updated_at: Date
}
type DocumentRecord = {
  invoice_id: string
  number: string
  kind: string
  amount: number
  issued_at: Date
}

/** What belongs to one order: its refunds and its documents. */
export const paymentDetailsRepository = (db: Db) => ({
  async refunds(orderNo: string): Promise<RefundRecord[]> {
    const { rows } = await sql<RefundRecord>`
      select r.out_refund_no, r.amount_minor, r.status, r.is_automatic, r.reason, r.created_at,
        r.updated_at, u.first_name || ' ' || u.last_name as requested_by
      from refunds r left join users u on u.id = r.by_user_id
      where r.order_no = ${orderNo} order by r.created_at, r.out_refund_no`.execute(db)
    return rows
  },

  async documents(orderNo: string): Promise<DocumentRecord[]> {
    const { rows } = await sql<DocumentRecord>`
      select id as invoice_id, number, kind, (document ->> 'gross')::integer as amount, issued_at
      from invoices where order_no = ${orderNo} order by issued_at, id`.execute(db)
    return rows
  },
})
