import { ENTRY_STATUS, FEE_TYPE, PAYMENT_STATUS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Order } from '../payment-types.ts'

export type SecondFirst = Order & { edition_id: string; section_id: string }

/** Fees that were paid as the first of their project although another was paid before them. */
export const secondFirstRepository = (db: Db) => ({
  /** Only those for which nothing was given back yet. */
  async list(since: Date, reason: string): Promise<SecondFirst[]> {
    const { rows } = await sql<SecondFirst>`
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
