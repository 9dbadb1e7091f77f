import { ENTRY_STATUS, PAID_OR_WAIVED } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { JuryScope, ScoringLevel } from '../jury.policy.ts'
import { inScope } from '../jury-scope.repository.ts'
import { ENTRY_LINK, type EntryLinkRow } from '../entry-link.repository.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'
import type { PlanEntry, PlanJuror } from './assignment-optimiser.ts'

export type NamedJuror = PlanJuror & { name: string; level: ScoringLevel }
type PlanSelection = { edition_id: string; level: ScoringLevel; category_ids: readonly string[] }

const SEATED = [0, 1, 2, 3]
/** Abstained, recused, removed. */
const LEFT = [4, 5, 6]
/** Status of entries that can be assigned; entries in correction follow once they are ready. */
const READY = [ENTRY_STATUS.registered, ENTRY_STATUS.admitted, ENTRY_STATUS.in_judging]

/** Input and result of the automatic assignment. */
export const assignmentPlanRepository = (db: Db) => ({
  /** Serialises plans of an edition: advisory lock until the transaction ends. */
  lock: (editionId: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended('plan', ${editionId}::bigint))`.execute(db),

  /** Paid entries of the edition in the chair's scope, with assigned and barred jurors. No `category_ids` means all. */
  async entries(
    scope: JuryScope,
    { edition_id, level, category_ids }: PlanSelection,
  ): Promise<PlanEntry[]> {
    const { rows } = await sql<PlanEntry>`
      with seat as (
        select a.apply_order_id,
          array_agg(a.juror_id order by a.juror_id) filter (where a.status = any(${SEATED}::int[])) as seated,
          array_agg(a.juror_id order by a.juror_id) filter (where a.status = any(${LEFT}::int[])) as barred
        from assignments a join apply_orders o on o.id = a.apply_order_id
        where o.edition_id = ${edition_id} and a.level = ${level} group by a.apply_order_id),
      conflict as (
        select c.apply_order_id, array_agg(c.juror_id order by c.juror_id) as jurors
        from conflicts c join apply_orders o on o.id = c.apply_order_id
        where o.edition_id = ${edition_id} and c.state = 'standing' group by c.apply_order_id)
      select entry.id, entry.category_id, coalesce(seat.seated, '{}') as seated,
        coalesce(seat.barred, '{}') || coalesce(conflict.jurors, '{}') as barred
      from apply_orders entry
      left join seat on seat.apply_order_id = entry.id
      left join conflict on conflict.apply_order_id = entry.id
      where entry.edition_id = ${edition_id} and entry.entry_status = any(${READY}::int[])
        and entry.entry_fee_status = any(${PAID_OR_WAIVED}::int[])
        and (${category_ids.length} = 0 or entry.category_id = any(${[...category_ids]}::bigint[]))
        and ${inScope(scope)}
      order by entry.id`.execute(db)
    return rows
  },

  /** Active jurors of the level with their fields and their load in the edition. */
  async jurors({ edition_id, level }: PlanSelection): Promise<NamedJuror[]> {
    const { rows } = await sql<NamedJuror>`
      select juror.id, juror.name, juror.level,
        array(select c.category_id from juror_categories c where c.juror_id = juror.id
          order by c.category_id) as category_ids,
        (select count(*)::int from assignments a join apply_orders o on o.id = a.apply_order_id
          where a.juror_id = juror.id and a.level = ${level} and a.status = any(${SEATED}::int[])
            and o.edition_id = ${edition_id}
            and o.entry_status not in ${statusSql('withdrawn', 'disqualified')}) as load
      from jurors juror where juror.level = ${level} and juror.is_active
      order by juror.sort, juror.id`.execute(db)
    return rows
  },

  /** Inserts all seats in one statement; existing ones stay. */
  async insert(
    seats: readonly { entry_id: string; juror_id: string }[],
    row: { level: ScoringLevel; assigned_by: string; due_at: Date | null; now: Date },
  ) {
    await sql`insert into assignments
        (apply_order_id, juror_id, level, assigned_by, due_at, created_at, updated_at)
      select entry, juror, ${row.level}, ${row.assigned_by}, ${row.due_at}::timestamptz,
        ${row.now}, ${row.now}
      from unnest(${seats.map(({ entry_id }) => entry_id)}::bigint[],
        ${seats.map(({ juror_id }) => juror_id)}::bigint[]) as given(entry, juror)
      on conflict on constraint assignments_once do nothing`.execute(db)
  },

  /** The entries as links, by ID. */
  async entryLinks(ids: readonly string[]): Promise<EntryLinkRow[]> {
    const { rows } = await sql<EntryLinkRow>`
      select ${ENTRY_LINK}
      from apply_orders entry join categories category on category.id = entry.category_id
      where entry.id = any(${[...ids]}::bigint[]) order by entry.id`.execute(db)
    return rows
  },
})
