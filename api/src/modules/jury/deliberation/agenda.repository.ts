import type { AGENDA_STATES } from '@awards/shared/contract'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inConflict, inScope } from '../jury-scope.repository.ts'
import type { JuryScope } from '../jury.policy.ts'
import type { Reader } from '../lists/jury-entries.repository.ts'

type State = (typeof AGENDA_STATES)[number]

type ItemRow = {
  apply_order_id: string
  judging_no: string
  title: string
  category_id: string
  category_code: string
  category_name: unknown
  state: State
  begun_at: Date | null
  comments: number
  has_summary: boolean
  is_released: boolean
}

/** The agenda of a meeting. */
export const agendaRepository = (db: Db) => ({
  /** Locks the agenda until the transaction ends, and returns its revision. */
  async lock(editionId: string): Promise<number> {
    await sql`insert into agendas (edition_id) values (${editionId}) on conflict do nothing`.execute(
      db,
    )
    const { rows } = await sql<{ revision: number }>`
      select revision from agendas where edition_id = ${editionId} for update`.execute(db)
    return rows[0]?.revision ?? 0
  },

  async setRevision(editionId: string, revision: number) {
    await sql`update agendas set revision = ${revision} where edition_id = ${editionId}`.execute(db)
  },

  /** Revision of the agenda, and whether any entry of it is being discussed. */
  async state(editionId: string): Promise<{ revision: number; is_meeting: boolean }> {
    const { rows } = await sql<{ revision: number; is_meeting: boolean }>`
      select coalesce((select revision from agendas where edition_id = ${editionId}), 0) as revision,
        exists (select 1 from deliberations where edition_id = ${editionId} and state = 'now')
          as is_meeting`.execute(db)
    return rows[0] ?? { revision: 0, is_meeting: false }
  },

  /** The entries in the reader's scope, in order; a juror's have an own score. */
  async items({ scope, level }: Reader, editionId: string): Promise<ItemRow[]> {
    const isScored = sql<boolean>`exists (select 1 from scores own where own.apply_order_id = entry.id
      and own.juror_id = ${scope.juror_id} and own.level = ${level} and not own.is_draft)`
    const { rows } = await sql<ItemRow>`
      select entry.id as apply_order_id, entry.judging_no, entry.title, category.id as category_id,
        category.code as category_code, category.name as category_name, d.state, d.begun_at,
        (select count(*)::int from deliberation_comments c join jurors juror on juror.id = c.juror_id
          where c.apply_order_id = entry.id and c.removed_at is null and c.erased_at is null
            and c.hidden_at is null
            and (${scope.kind !== 'assigned'} or c.level < 3)
            and not ${inConflict(sql.ref('juror.id'))}) as comments,
        d.summary <> '' as has_summary, d.is_released
      from deliberations d
      join apply_orders entry on entry.id = d.apply_order_id
      join categories category on category.id = entry.category_id
      where d.edition_id = ${editionId} and ${inScope(scope)}
        and ${scope.kind === 'panel' ? sql`true` : isScored}
      order by d.position, entry.id`.execute(db)
    return rows
  },

  async add(id: string, editionId: string, by: { user_id: string; at: Date }) {
    await sql`insert into deliberations (apply_order_id, edition_id, position, opened_by, opened_at)
      select ${id}, ${editionId}, coalesce(max(position), 0) + 1, ${by.user_id}, ${by.at}
      from deliberations where edition_id = ${editionId}`.execute(db)
  },

  /** Removes an entry nobody has written about; false if somebody has. */
  async remove(id: string): Promise<boolean> {
    const { rows } = await sql<{ id: string }>`
      delete from deliberations d where d.apply_order_id = ${id} and d.begun_at is null and d.summary = ''
        and not exists (select 1 from deliberation_comments c where c.apply_order_id = d.apply_order_id)
      returning d.apply_order_id as id`.execute(db)
    return rows.length > 0
  },

  /** Exchanges the positions of two entries. */
  async swap(one: string, other: string) {
    await sql`update deliberations d set position = o.position from deliberations o
      where (d.apply_order_id, o.apply_order_id) in ((${one}, ${other}), (${other}, ${one}))`.execute(
      db,
    )
  },

  /** Ends the discussions in the chair's scope. */
  async endCurrent(scope: JuryScope, editionId: string) {
    await sql`update deliberations d set state = 'done' from apply_orders entry
      where entry.id = d.apply_order_id and d.edition_id = ${editionId} and d.state = 'now'
        and ${inScope(scope)}`.execute(db)
  },

  /** Begins or ends a discussion; the first beginning keeps the totals of the counted votes. */
  async setState(id: string, state: State, now: Date) {
    if (state === 'now') {
      await sql`insert into deliberation_marks (apply_order_id, juror_id, level, total)
        select vote.apply_order_id, vote.juror_id, vote.level, vote.total from counted_votes vote
        join deliberations d on d.apply_order_id = vote.apply_order_id and d.begun_at is null
        where vote.apply_order_id = ${id}`.execute(db)
    }
    await sql`update deliberations set state = ${state},
        begun_at = coalesce(begun_at, case when ${state} = 'now' then ${now}::timestamptz end)
      where apply_order_id = ${id}`.execute(db)
  },
})
