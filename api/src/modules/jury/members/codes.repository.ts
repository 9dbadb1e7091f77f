import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Codes } from '../../../db/schema.gen.ts'

export type CodeKind = 'juror_invite' | 'entrant_invite' | 'agent'
export type StoredCode = Selectable<Codes>

/** Invitation and agent codes; `ownerId` leaves those of one person. */
export const codesRepository = (db: Db) => ({
  list: (kinds: readonly CodeKind[], filter: { ownerId?: string; code?: string } = {}) =>
    db
      .selectFrom('codes')
      .leftJoin('users', 'users.id', 'codes.owner_id')
      .select([
        'codes.code',
        'codes.kind',
        'codes.label',
        'codes.owner_id',
        'users.first_name',
        'users.last_name',
        'codes.valid_from',
        'codes.valid_until',
        'codes.max_uses',
        'codes.redeemed',
        'codes.is_active',
      ])
      .where('codes.kind', 'in', [...kinds])
      .$if(filter.ownerId !== undefined, (query) =>
        query.where('codes.owner_id', '=', filter.ownerId ?? ''),
      )
      .$if(filter.code !== undefined, (query) => query.where('codes.code', '=', filter.code ?? ''))
      .orderBy('codes.kind')
      .orderBy('codes.code')
      .execute(),

  find: (code: string): Promise<StoredCode | undefined> =>
    db.selectFrom('codes').selectAll().where('code', '=', code).executeTakeFirst(),

  /** The same, held until the transaction ends, so that one use goes to one caller. */
  findForUpdate: (code: string): Promise<StoredCode | undefined> =>
    db.selectFrom('codes').selectAll().where('code', '=', code).forUpdate().executeTakeFirst(),

  /** False where the code exists already. */
  async add(row: Insertable<Codes>): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('codes')
      .values(row)
      .onConflict((conflict) => conflict.column('code').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  async end(id: string, now: Date) {
    await db
      .updateTable('codes')
      .set({ is_active: false, ended_at: now })
      .where('id', '=', id)
      .execute()
  },

  async extend(id: string, until: Date) {
    await db.updateTable('codes').set({ valid_until: until }).where('id', '=', id).execute()
  },

  async redeem(id: string, userId: string, now: Date) {
    await db
      .updateTable('codes')
      .set({ redeemed: 1, redeemed_by: userId, redeemed_at: now })
      .where('id', '=', id)
      .execute()
  },

  /** An account by its address; whether it may own an agent's code. */
  async owner(email: string): Promise<{ id: string; is_agency: boolean } | undefined> {
    const { rows } = await sql<{ id: string; is_agency: boolean }>`
      select id, is_agent or account_type = 4 as is_agency from users
      where lower(email) = ${email.toLowerCase()} and status = 'active'`.execute(db)
    return rows[0]
  },

  async unknownSections(codes: readonly string[]): Promise<boolean> {
    const { rows } = await sql`select 1 from unnest(${[...codes]}::text[]) wanted
      where not exists (select 1 from sections s where s.code = wanted) limit 1`.execute(db)
    return rows.length > 0
  },

  async unknownCategories(codes: readonly string[]): Promise<boolean> {
    const { rows } = await sql`select 1 from unnest(${[...codes]}::text[]) wanted
      where not exists (select 1 from categories c where c.code = wanted) limit 1`.execute(db)
    return rows.length > 0
  },
})
