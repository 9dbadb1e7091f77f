import type { Db } from '../../db/database.ts'

// Enough to find ten that differ, however often a work was entered.
const LOOKED_AT = 200

/** What a person wrote in entries and invoice addresses before. */
export const entryTemplatesRepository = (db: Db) => ({
  answers: (userId: string) =>
    db
      .selectFrom('apply_orders')
      .select(['id', 'title', 'answers'])
      .where('user_id', '=', userId)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(LOOKED_AT)
      .execute(),

  /** The address that was saved, else that of the last order. */
  async billing(userId: string): Promise<unknown> {
    const person = await db
      .selectFrom('users')
      .select(['billing', 'siren', 'vat_no', 'tax_id'])
      .where('id', '=', userId)
      .executeTakeFirst()
    if (person?.billing) return person.billing
    const order = await db
      .selectFrom('payment_orders as payment')
      .innerJoin('apply_orders as entry', 'entry.id', 'payment.apply_order_id')
      .select('payment.billing')
      .where('entry.user_id', '=', userId)
      .where('payment.billing', 'is not', null)
      .orderBy('payment.created_at', 'desc')
      .executeTakeFirst()
    if (order?.billing) return order.billing
    // The numbers of the account decide its tax; a form without them would tell another price.
    const { siren, vat_no, tax_id } = person ?? {}
    const numbers = Object.entries({ siren, vat_no, tax_id }).filter(([, number]) => number)
    return numbers.length > 0 ? Object.fromEntries(numbers) : undefined
  },
})
