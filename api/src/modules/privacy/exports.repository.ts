import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { DataExports } from '../../db/schema.gen.ts'

export type ExportRow = Selectable<DataExports>

/** The table `data_exports`. */
export const exportsRepository = (db: Db) => ({
  /** Locks the user, which serialises concurrent requests. */
  lockPerson: (userId: string) =>
    db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  newest: (userId: string): Promise<ExportRow | undefined> =>
    db
      .selectFrom('data_exports')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst(),

  find: (id: string): Promise<ExportRow | undefined> =>
    db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst(),

  add: (userId: string, storageKey: string, now: Date): Promise<ExportRow> =>
    db
      .insertInto('data_exports')
      .values({ user_id: userId, storage_key: storageKey, requested_at: now })
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Marks the export ready; false if it is no longer being prepared, since the account was erased. */
  async ready(id: string, given: { bytes: number; ready_at: Date; expires_at: Date }) {
    const { numUpdatedRows } = await db
      .updateTable('data_exports')
      .set({ ...given, status: 'ready' })
      .where('id', '=', id)
      .where('status', '=', 'preparing')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Expires the older exports of the user; the expiry job deletes their files. */
  async endOlder({ id, user_id }: Pick<ExportRow, 'id' | 'user_id'>, now: Date) {
    await db
      .updateTable('data_exports')
      .set({ expires_at: now })
      .where('user_id', '=', user_id)
      .where('id', '<>', id)
      .where('status', '=', 'ready')
      .where('expires_at', '>', now)
      .execute()
  },

  failed: (id: string) =>
    db
      .updateTable('data_exports')
      .set({ status: 'failed' })
      .where('id', '=', id)
      .where('status', '=', 'preparing')
      .execute(),

  expired: (now: Date): Promise<ExportRow[]> =>
    db
      .selectFrom('data_exports')
      .selectAll()
      .where('status', '=', 'ready')
      .where('expires_at', '<=', now)
      .execute(),

  remove: (id: string) => db.deleteFrom('data_exports').where('id', '=', id).execute(),
})
