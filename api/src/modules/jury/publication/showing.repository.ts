import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export type ShowableEntry = {
  id: string
  entry_status: number
  is_show: boolean
  has_licence: boolean
  is_published: boolean
}

/** What visitors may see of an entry, and the certificate that follows it. */
export const showingRepository = (db: Db) => ({
  async lock(ids: readonly string[]): Promise<ShowableEntry[]> {
    const { rows } = await sql<ShowableEntry>`
      select entry.id, entry.entry_status, entry.is_show,
        coalesce(entry.answers -> 'image_licence_consent' = 'true'::jsonb, false) as has_licence,
        edition.results_published_at is not null and edition.status >= 4 as is_published
      from apply_orders entry join editions edition on edition.id = entry.edition_id
      where entry.id = any(${[...ids]}::bigint[])
      order by entry.id for update of entry`.execute(db)
    return rows
  },

  async set(id: string, isShown: boolean, now: Date) {
    await db
      .updateTable('apply_orders')
      .set({ is_show: isShown, version: sql`version + 1`, updated_at: now })
      .where('id', '=', id)
      .execute()
    await db
      .updateTable('certificates')
      .set({ status: isShown ? 'valid' : 'suspended' })
      .where('apply_order_id', '=', id)
      .where('status', '<>', 'revoked')
      .execute()
  },
})
