import type { Db } from '../../../../db/database.ts'

const PROVIDER = 'stripe'

/** Webhook events of Stripe. */
export const stripeEventsRepository = (db: Db) => ({
  /** True if an event was handled before; a retry is only acknowledged. */
  async isKnown(eventId: string): Promise<boolean> {
    const row = await db
      .selectFrom('payment_events')
      .select('event_id')
      .where('provider', '=', PROVIDER)
      .where('event_id', '=', eventId)
      .executeTakeFirst()
    return row !== undefined
  },
})
