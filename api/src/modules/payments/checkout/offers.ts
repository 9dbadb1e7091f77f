import { WINNER_FEE_STATUS } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

const { offered, declined, offer_expired } = WINNER_FEE_STATUS

/**
 * Ends offers of winner packages whose sixty days are over. One that was declined could be taken up
 * until now; one with an open order waits until that is paid or closed.
 */
export async function expireOffers(db: Db, now: Date): Promise<void> {
  await sql`
    with ended as (
      update apply_orders
      set winner_fee_status = ${offer_expired}, version = version + 1, updated_at = now()
      where winner_fee_status in (${offered}, ${declined}) and offer_expires_at <= ${now}
      returning id)
    insert into entry_events (apply_order_id, code, at)
    select id, 'offer_expired', ${now}::timestamptz from ended`.execute(db)
}
