import { sql, type RawBuilder } from 'kysely'
import { FEE_TYPE, WINNER_FEE_STATUS, type FeeType } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { EntryColumns } from '../../entries/entry-status.repository.ts'
import { inConflict } from '../../jury/jury-scope.repository.ts'
import type { PayableEntry } from '../payment-types.ts'

/** True where the row `e` of an entry is in a juror's panel, without a conflict of interest. */
export const inJuryPanel = (jurorId: string): RawBuilder<boolean> => sql<boolean>`(exists (
    select 1 from juror_categories c where c.juror_id = ${jurorId} and c.category_id = e.category_id)
  and not ${inConflict(jurorId, 'e')})`

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

    /** Locks the entry. Every money transaction takes this lock first and the order's after it. */
    lock: (id: string) => entry(id).forUpdate().executeTakeFirstOrThrow(),

    update: (id: string, change: EntryColumns) =>
      db
        .updateTable('apply_orders')
        .set({ ...change, updated_at: sql`now()` })
        .where('id', '=', id)
        .execute(),

    /** Also bumps the version, so that a stale screen cannot overwrite the change (optimistic lock). */
    updateVersion: (id: string, change: EntryColumns) =>
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
        select ${inJuryPanel(jurorId)} as holds from apply_orders e where e.id = ${entryId}`.execute(
        db,
      )
      return rows[0]?.holds === true
    },
  }
}

const { offered, declined, offer_expired } = WINNER_FEE_STATUS

/**
 * Expires offers of winner packages after their sixty days, declined ones included. One with an open
 * order waits until the order is paid or closed.
 */
export async function expireOffers(db: Db, now: Date): Promise<void> {
  await sql`
    with ended as (
      update apply_orders
      set winner_fee_status = ${offer_expired}, version = version + 1, updated_at = now()
      where winner_fee_status in (${offered}, ${declined}) and offer_expires_at <= ${now}
      returning id)
    insert into entry_events (apply_order_id, code, at)
    select id, 'offer_expired', ${now}::timestamptz from ended`.execute(db)
}
