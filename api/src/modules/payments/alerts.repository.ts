import type { InvoiceAlert, PaymentAlert } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { AppContext } from '../../start/app-context.ts'
import type { Db } from '../../db/database.ts'

/** An alert about an order or about the books, for a person. */
export type Alert = {
  code: PaymentAlert | InvoiceAlert
  order_no: string | null
  detail: string
  at: Date
}

/** One row per code and order, open until a person resolves it. */
export const alertsRepository = (db: Db) => ({
  /** Upsert: true unless it was open already. A recurrence reopens a resolved alert. */
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

  /**
   * Raises an alert about something with a number of its own, of which an order may have several: adds it to what the
   * alert tells, and reopens a resolved one. True unless the alert has told of that number before.
   */
  async append({ code, order_no, detail, at }: Alert, number: string): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      insert into payment_alerts (code, order_no, detail, at)
      values (${code}, ${order_no}, ${detail}, ${at})
      on conflict (code, coalesce(order_no, detail)) do update
        set detail = payment_alerts.detail || ', ' || excluded.detail, at = excluded.at,
          resolved_at = null, resolved_by = null, note = null
        where ${number} <> all(regexp_split_to_array(payment_alerts.detail, ', | · '))`.execute(db)
    return numAffectedRows > 0n
  },

  /** Resolves an open alert; undefined if no open one has this id. */
  resolve: (id: string, by: { user_id: string; note: string; at: Date }) =>
    db
      .updateTable('payment_alerts')
      .set({ resolved_at: by.at, resolved_by: by.user_id, note: by.note })
      .where('id', '=', id)
      .where('resolved_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
})

/** Raises an alert about an order now. */
export const raiseAlert = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  code: PaymentAlert,
  order_no: string,
  detail: string,
) => alertsRepository(db).raise({ code, order_no, detail, at: clock() })
