import type { PaymentAlert } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Something about an order, or about the books, that a person should look at. */
export type Alert = { code: PaymentAlert; order_no: string | null; detail: string; at: Date }

/** What needs a person's eye: one row per code and order, open until somebody has dealt with it. */
export const alertsRepository = (db: Db) => ({
  /** True where it was not open already; what happens again after it was dealt with opens it anew. */
  async raise({ code, order_no, detail, at }: Alert): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      insert into payment_alerts (code, order_no, detail, at)
      values (${code}, ${order_no}, ${detail}, ${at})
      on conflict (code, coalesce(order_no, detail)) do update
        set detail = excluded.detail, at = excluded.at,
          resolved_at = null, resolved_by = null, note = null
        where payment_alerts.resolved_at < excluded.at`.execute(db)
    return numAffectedRows > 0n
  },

  /** Somebody has dealt with it; undefined where nothing of this number is open. */
  resolve: (id: string, by: { user_id: string; note: string; at: Date }) =>
    db
      .updateTable('payment_alerts')
      .set({ resolved_at: by.at, resolved_by: by.user_id, note: by.note })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
})
