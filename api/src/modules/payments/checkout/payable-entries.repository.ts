import { sql, type RawBuilder } from 'kysely'
import {
  ENTRY_FEE_MACHINE,
  ENTRY_FEE_STATUS,
  FEE_TYPE,
  next,
  PAYMENT_STATUS,
  WINNER_FEE_STATUS,
  type FeeType,
  type Language,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { statusList } from '../../../db/status-list.repository.ts'
import { statusSql, type EntryColumns } from '../../entries/entry-status.repository.ts'
import { inConflict } from '../../jury/jury-scope.repository.ts'
import { entriesOpenTo } from '../../studios/studio-members.repository.ts'
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

export type DueWork = {
  id: string
  user_id: string
  edition_id: string
  entry_no: string
  title: string
  category_name: string
  open_order_no: string | null
}

const OPEN = statusList(PAYMENT_STATUS.created, PAYMENT_STATUS.awaiting)
/** Statuses of an entry fee that still take money. */
const DUE = Object.values(ENTRY_FEE_STATUS).filter(
  (status) => next(ENTRY_FEE_MACHINE, status, 'receive_money') !== undefined,
)

export const payableEntriesRepository = (db: Db) => {
  const entry = (id: string) =>
    db.selectFrom('apply_orders').select(COLUMNS).where('id', '=', id).$castTo<PayableEntry>()

  return {
    find: (id: string) => entry(id).executeTakeFirst(),

    findAll: (ids: readonly string[]): Promise<PayableEntry[]> =>
      db
        .selectFrom('apply_orders')
        .select(COLUMNS)
        .where('id', 'in', ids)
        .$castTo<PayableEntry>()
        .execute(),

    /** Locks the entry, and those that share an order with it; orders are locked after their entries. */
    async lock(id: string): Promise<PayableEntry> {
      await lockFees(db, [id])
      return entry(id).executeTakeFirstOrThrow()
    },

    /** Locks several entries, and those that share an order with them; answers the entries asked for. */
    async lockAll(ids: readonly string[]): Promise<PayableEntry[]> {
      await lockFees(db, ids)
      return this.findAll(ids)
    },

    /** Works that somebody may pay for and whose fee is due, oldest first. */
    async due(userId: string, language: Language): Promise<DueWork[]> {
      const { rows } = await sql<DueWork>`
        select e.id, e.user_id, e.edition_id, e.entry_no, e.title,
          coalesce(k.name ->> ${language}, k.name ->> 'en', '') as category_name,
          (select l.order_no from order_lines l
            where l.apply_order_id = e.id and l.fee_type = ${FEE_TYPE.entry} and l.status in ${OPEN}
            limit 1) as open_order_no
        from apply_orders e join categories k on k.id = e.category_id
        where e.id in ${entriesOpenTo(userId, 'pay')} and e.entry_status = ${statusSql('submitted')}
          and e.entry_fee_status in ${statusList(...DUE)}
        order by e.created_at, e.id`.execute(db)
      return rows
    },

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

/**
 * Locks the fees of entries until the transaction ends. An advisory lock of each owner comes first: orders of
 * several entries are all of one owner, so that two transactions that need each other's rows never meet.
 * A transaction that moves money, or locks entries and moves money later, takes this lock before any other.
 */
export async function lockFees(trx: Db, entryIds: readonly string[]): Promise<void> {
  const ids = [...entryIds]
  await sql`select pg_advisory_xact_lock(hashtextextended('fees', user_id))
    from (select distinct user_id from apply_orders where id = any(${ids}::bigint[]) order by user_id) owner`.execute(
    trx,
  )
  await sql`select id from apply_orders
    where id in (
      select unnest(${ids}::bigint[]) union
      select other.apply_order_id from order_lines own join order_lines other using (order_no)
      where own.apply_order_id = any(${ids}::bigint[]))
    order by id for update`.execute(trx)
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
