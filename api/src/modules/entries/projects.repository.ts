import type { Db } from '../../db/database.ts'

/** A project is one work; its entries are the categories it is entered in. */
export const projectsRepository = (db: Db) => ({
  /** The project that an earlier request with the same key began. */
  async byKey(userId: string, key: string | undefined): Promise<string | undefined> {
    if (!key) return undefined
    const row = await db
      .selectFrom('projects')
      .select('id')
      .where('user_id', '=', userId)
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
    return row?.id
  },

  /** Undefined where a request with the same key was faster. */
  async begin(userId: string, title: string, key: string | undefined): Promise<string | undefined> {
    const row = await db
      .insertInto('projects')
      .values({ user_id: userId, title, idempotency_key: key ?? null })
      .onConflict((conflict) => conflict.constraint('projects_idempotency_unique').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  },

  /**
   * A project of this person, locked to the end of the transaction: entries are added to it, and moved within
   * it, one after the other.
   */
  async lockOwn(userId: string, id: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('projects')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    return row?.id
  },
})

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
