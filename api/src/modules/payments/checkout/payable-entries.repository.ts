import type { FeeType } from '@awards/shared/domain'
import { FEE_TYPE } from '@awards/shared/domain'
import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ApplyOrders } from '../../../db/schema.gen.ts'
import { inPanel } from './panel.ts'
import type { PayableEntry } from '../payment-types.ts'

const COLUMNS = [
  'id',
  'entry_no',
  'title',
  'user_id',
  'edition_id',
  'project_id',
  'section_id',
  'category_id',
  'award_id',
  'entry_status',
  'entry_fee_status',
  'winner_fee_status',
  'package_code',
  'offer_expires_at',
  'invitation_code',
  'agent_code',
  'version',
] as const

export const feeColumn = (feeType: FeeType) =>
  feeType === FEE_TYPE.entry ? ('entry_fee_status' as const) : ('winner_fee_status' as const)

export const payableEntriesRepository = (db: Db) => {
  const entry = (id: string) =>
    db.selectFrom('apply_orders').select(COLUMNS).where('id', '=', id).$castTo<PayableEntry>()

  return {
    find: (id: string) => entry(id).executeTakeFirst(),

    /** The row that every movement of money locks first; orders come after it. */
    lock: (id: string) => entry(id).forUpdate().executeTakeFirstOrThrow(),

    update: (id: string, change: Updateable<ApplyOrders>) =>
      db
        .updateTable('apply_orders')
        .set({ ...change, updated_at: sql`now()` })
        .where('id', '=', id)
        .execute(),

    /** The same, for what a juror's or an entrant's stale screen must not overwrite. */
    updateVersion: (id: string, change: Updateable<ApplyOrders>) =>
      db
        .updateTable('apply_orders')
        .set({ ...change, updated_at: sql`now()`, version: sql`version + 1` })
        .where('id', '=', id)
        .execute(),

    event: (apply_order_id: string, code: string, detail: string | null, at: Date) =>
      db.insertInto('entry_events').values({ apply_order_id, code, detail, at }).execute(),

    /** True for a juror of the panel without a conflict of interest. */
    async isInPanel(jurorId: string, entryId: string) {
      const { rows } = await sql<{ holds: boolean }>`
        select ${inPanel(jurorId)} as holds from apply_orders e where e.id = ${entryId}`.execute(db)
      return rows[0]?.holds === true
    },
  }
}
