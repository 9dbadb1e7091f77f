import { sql } from 'kysely'
import type { RefundStatus } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'

type Wish = {
  order_no: string
  amount_minor: number
  reason: string
  by_user_id: string
  since: Date
}
type Found = { out_refund_no: string; status: RefundStatus; amount_minor: number }

/** Refunds as people asked for them and proved them. */
export const refundWishesRepository = (db: Db) => ({
  /** The same refund, asked for by the same person a moment ago. */
  async twin({ order_no, amount_minor, reason, by_user_id, since }: Wish) {
    const { rows } = await sql<Found>`
      select out_refund_no, status, amount_minor from refunds
      where order_no = ${order_no} and amount_minor = ${amount_minor} and reason = ${reason}
        and by_user_id = ${by_user_id} and created_at >= ${since} and status <> 'failed'
      order by created_at desc limit 1`.execute(db)
    return rows[0]
  },

  async isReferenceTaken(reference: string): Promise<boolean> {
    const { rows } = await sql<{ taken: boolean }>`
      select exists (
        select 1 from refunds where evidence ->> 'reference' = ${reference}) as taken`.execute(db)
    return rows[0]?.taken === true
  },
})
