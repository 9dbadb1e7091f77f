import type { Db } from '../../db/database.ts'

/** A project is one work; its entries are the categories it is entered in. */
export const projectsRepository = (db: Db) => ({
  /** The project that an earlier request with the same idempotency key created. */
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

  /** Undefined if a project with the same idempotency key exists. */
  async begin(userId: string, title: string, key: string | undefined): Promise<string | undefined> {
    const row = await db
      .insertInto('projects')
      .values({ user_id: userId, title, idempotency_key: key ?? null })
      .onConflict((conflict) => conflict.constraint('projects_idempotency_unique').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row?.id
  },

  async ownerOf(id: string): Promise<string | undefined> {
    const row = await db
      .selectFrom('projects')
      .select('user_id')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.user_id
  },

  /**
   * Locks a project of this user until the transaction ends: it serialises adding entries and moving them
   * between categories. Undefined if the project is another's.
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

// Enough rows to find ten different credits among repeated entries of one work.
const MAX_SCANNED = 200

/** Answers and billing addresses of a user's earlier entries. */
export const entryTemplatesRepository = (db: Db) => ({
  answers: (userId: string) =>
    db
      .selectFrom('apply_orders')
      .select(['id', 'title', 'answers'])
      .where('user_id', '=', userId)
      .orderBy('updated_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MAX_SCANNED)
      .execute(),

  /** The billing address of the account, else of the last order, else the account's tax numbers. */
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
    // These numbers decide the tax: without them the form would show another price.
    const { siren, vat_no, tax_id } = person ?? {}
    const numbers = Object.entries({ siren, vat_no, tax_id }).filter(([, number]) => number)
    return numbers.length > 0 ? Object.fromEntries(numbers) : undefined
  },
})

/** The code of a section; undefined if there is none of this ID. */
export async function sectionCode(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('sections').select('code').where('id', '=', id).executeTakeFirst()
  return row?.code
}

/** Query for the active categories that take entries: those with a parent group. */
export const openCategories = (db: Db) =>
  db
    .selectFrom('categories')
    .select(['id', 'parent_id', 'code', 'name', 'sections_allowed'])
    .where('is_active', '=', true)
    .where('parent_id', 'is not', null)
    .orderBy('sort')
    .orderBy('code')
