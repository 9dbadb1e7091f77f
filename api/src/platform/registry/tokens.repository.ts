import type { Db } from '../../db/database.ts'

export const tokensRepository = (db: Db) => ({
  add: (token: { hash: Buffer; scope: string; owner: string; created_at: Date }) =>
    db.insertInto('mfe_tokens').values(token).returning('id').executeTakeFirstOrThrow(),

  list: () => db.selectFrom('mfe_tokens').selectAll().orderBy('id').execute(),

  byHash: (hash: Buffer) =>
    db.selectFrom('mfe_tokens').selectAll().where('hash', '=', hash).executeTakeFirst(),

  async used(id: string, now: Date, unlessSince: Date) {
    await db
      .updateTable('mfe_tokens')
      .set({ last_used_at: now })
      .where('id', '=', id)
      .where((where) =>
        where.or([where('last_used_at', 'is', null), where('last_used_at', '<', unlessSince)]),
      )
      .execute()
  },

  /** Undefined when there is no such token, or it is revoked already. */
  revoke: (id: string, now: Date) =>
    db
      .updateTable('mfe_tokens')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['id', 'scope', 'owner'])
      .executeTakeFirst(),
})
