import type { Db } from '../../../../db/database.ts'

const PROVIDER = 'stripe'

/** What Stripe has told us. */
export const stripeEventsRepository = (db: Db) => ({
  /** Whether an event was taken in before; what is repeated after that is only acknowledged. */
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
