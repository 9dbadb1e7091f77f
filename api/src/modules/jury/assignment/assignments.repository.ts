import type { Progress } from '@awards/shared/contract'
import {
  ASSIGNMENT_MACHINE,
  ASSIGNMENT_STATUS,
  type AssignmentStatus,
  type Language,
  ENTRY_STATUS,
  LIVE_ASSIGNMENTS,
  PAID_OR_WAIVED,
  sourcesOf,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import { statusList } from '../../../db/status-list.repository.ts'
import type { Db } from '../../../db/database.ts'
import type { JuryScope, ScoringLevel } from '../jury.policy.ts'
import { CONFLICT, inScope, ENTRY_LINK, type EntryLinkRow } from '../jury-scope.repository.ts'
import type { Reader } from '../lists/jury-entries.repository.ts'
import { LIVE_SEATS, OPEN_SEATS } from '../lists/list-filter.repository.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'
import type { PlanEntry, PlanJuror } from './assignment-optimiser.ts'

const S = ASSIGNMENT_STATUS

/** SQL condition on the rows `a` and `juror`: a score was submitted, or is due from a juror who still has the seat. */
const IS_TAKEN = sql<boolean>`(a.status = ${statusList(S.submitted)}
  or (a.status in ${OPEN_SEATS} and juror.is_active))`

export type Candidate = {
  entry_id: string
  juror_id: string
  name: string
  level: ScoringLevel
  expertise_match: boolean
  load: number
  status: AssignmentStatus | null
  conflict: string | null
}

export type JurorAddress = {
  juror_id: string
  level: ScoringLevel
  email: string
  language: Language
}

/** The table `assignments`: one row for each entry, juror and level. */
export const assignmentsRepository = (db: Db) => ({
  /** Every active juror of levels 2 and 3 for every entry, with load, expertise, conflict and assignment. */
  async candidates(entryIds: readonly string[]): Promise<Candidate[]> {
    const ids = [...entryIds]
    const { rows } = await sql<Candidate>`
      with load as (
        select a.juror_id, a.level, o.edition_id, count(*)::int as seats
        from assignments a join apply_orders o on o.id = a.apply_order_id
        where a.status = any(${LIVE_SEATS}) and o.entry_status not in ${statusSql('withdrawn', 'disqualified')}
          and o.edition_id in (select edition_id from apply_orders where id = any(${ids}::bigint[]))
        group by a.juror_id, a.level, o.edition_id)
      select entry.id as entry_id, juror.id as juror_id, juror.name, juror.level,
        exists (select 1 from juror_categories jc where jc.juror_id = juror.id
          and jc.category_id = entry.category_id) as expertise_match,
        coalesce(load.seats, 0) as load, seat.status, ${CONFLICT} as conflict
      from apply_orders entry cross join jurors juror
      left join load on load.juror_id = juror.id and load.level = juror.level
        and load.edition_id = entry.edition_id
      left join assignments seat on seat.apply_order_id = entry.id and seat.juror_id = juror.id
        and seat.level = juror.level
      where entry.id = any(${ids}::bigint[]) and juror.level in (2, 3) and juror.is_active
      order by juror.level, juror.sort, juror.name, juror.id, entry.id`.execute(db)
    return rows
  },

  /** Links of those entries that are in scope. */
  async links(scope: JuryScope, entryIds: readonly string[]): Promise<EntryLinkRow[]> {
    const { rows } = await sql<EntryLinkRow>`
      select ${ENTRY_LINK} from apply_orders entry join categories category on category.id = entry.category_id
      where entry.id = any(${[...entryIds]}::bigint[]) and ${inScope(scope)}
      order by entry.judging_no, entry.id`.execute(db)
    return rows
  },

  /** The assignment of a juror to an entry, locked until the transaction ends. */
  async lockSeat(entryId: string, jurorId: string, level: ScoringLevel) {
    const seat = await db
      .selectFrom('assignments')
      .select(['id', 'status'])
      .where('apply_order_id', '=', entryId)
      .where('juror_id', '=', jurorId)
      .where('level', '=', level)
      .forUpdate()
      .executeTakeFirst()
    return seat && { id: seat.id, status: seat.status as AssignmentStatus }
  },

  /** Inserts an assignment, or changes the existing one. */
  async upsert(
    row: { apply_order_id: string; juror_id: string; level: ScoringLevel },
    change: { status: AssignmentStatus },
    now: Date,
  ) {
    await db
      .insertInto('assignments')
      .values({ ...row, ...change, updated_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['apply_order_id', 'juror_id', 'level'])
          .doUpdateSet({ ...change, updated_at: now }),
      )
      .execute()
  },

  /**
   * Seats a juror who has no live assignment, also where another transaction gives them one meanwhile, which it waits for;
   * returns whether it did.
   */
  async seat(
    row: { apply_order_id: string; juror_id: string; level: ScoringLevel },
    given: { assigned_by?: string; due_at?: Date },
    now: Date,
  ): Promise<boolean> {
    const change = { ...given, status: S.assigned, updated_at: now }
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('assignments')
      .values({ ...row, ...change })
      .onConflict((conflict) =>
        conflict
          .columns(['apply_order_id', 'juror_id', 'level'])
          .doUpdateSet(change)
          .where('assignments.status', 'not in', LIVE_ASSIGNMENTS),
      )
      .executeTakeFirst()
    return numInsertedOrUpdatedRows > 0n
  },

  /** Removes an assignment unless its score has been submitted meanwhile, which it waits for; returns whether it did. */
  async remove(
    key: { apply_order_id: string; juror_id: string; level: ScoringLevel },
    by: string,
    now: Date,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('assignments')
      .set({ status: S.removed, assigned_by: by, updated_at: now })
      .where('apply_order_id', '=', key.apply_order_id)
      .where('juror_id', '=', key.juror_id)
      .where('level', '=', key.level)
      .where('status', 'in', sourcesOf(ASSIGNMENT_MACHINE, 'remove'))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Edition of an entry, with its time zone. */
  editionOf: (entryId: string): Promise<{ edition_id: string; timezone: string }> =>
    db
      .selectFrom('apply_orders as entry')
      .innerJoin('editions as edition', 'edition.id', 'entry.edition_id')
      .select(['edition.id as edition_id', 'edition.timezone'])
      .where('entry.id', '=', entryId)
      .executeTakeFirstOrThrow(),

  /** Mail addresses of those jurors who have an active account. */
  async addresses(jurorIds: readonly string[]): Promise<JurorAddress[]> {
    const { rows } = await sql<JurorAddress>`
      select juror.id as juror_id, juror.level, person.email, person.language
      from jurors juror join users person on person.id = juror.user_id and person.status = 'active'
      where juror.id = any(${[...jurorIds]}::bigint[]) order by juror.id`.execute(db)
    return rows
  },

  /**
   * Counts the open and extra assignments of an entry, under an advisory lock until the transaction ends. Jurors in conflict
   * and inactive ones have none: their vote will not count.
   */
  async lockSeats(
    entryId: string,
    level: ScoringLevel,
  ): Promise<{ has_extra: boolean; open: number }> {
    await sql`select pg_advisory_xact_lock(hashtextextended('seats', ${entryId}::bigint))`.execute(
      db,
    )
    const { rows } = await sql<{ has_extra: boolean; open: number }>`
      select coalesce(bool_or(a.is_extra), false) as has_extra,
        (count(*) filter (where a.status in ${OPEN_SEATS}))::int as open
      from assignments a join jurors juror on juror.id = a.juror_id
      join apply_orders entry on entry.id = a.apply_order_id
      where a.apply_order_id = ${entryId} and a.level = ${level} and ${IS_TAKEN}
        and ${CONFLICT} is null`.execute(db)
    return rows[0] ?? { has_extra: false, open: 0 }
  },

  /** True if the scores of an entry diverge at a level (`DIVERGENCE`), as computed by the triggers of `entry_figures`. */
  async isDivergent(entryId: string, level: ScoringLevel): Promise<boolean> {
    const figures = await db
      .selectFrom('entry_figures')
      .select('is_to_discuss')
      .where('apply_order_id', '=', entryId)
      .where('level', '=', level)
      .executeTakeFirst()
    return figures?.is_to_discuss ?? false
  },

  /** Marks a new assignment as opened; later states stay. */
  async markOpened(entryId: string, jurorId: string, level: ScoringLevel, now: Date) {
    await db
      .updateTable('assignments')
      .set({ status: ASSIGNMENT_STATUS.opened, updated_at: now })
      .where('apply_order_id', '=', entryId)
      .where('juror_id', '=', jurorId)
      .where('level', '=', level)
      .where('status', '=', ASSIGNMENT_STATUS.assigned)
      .execute()
  },

  /** Counts of a juror's own assignments by state, without withdrawn entries and conflicts. */
  async progress({ scope, level }: Reader, editionId: string | undefined): Promise<Progress> {
    const { rows } = await sql<Progress>`
      select (count(*) filter (where a.status = any(${LIVE_SEATS})))::int as assigned,
        (count(*) filter (where a.status = ${statusList(S.submitted)}))::int as submitted,
        (count(*) filter (where a.status = ${statusList(S.draft)}))::int as draft,
        (count(*) filter (where a.status = ${statusList(S.recused)}))::int as recused,
        (count(*) filter (where a.status = ${statusList(S.abstained)}))::int as abstained
      from assignments a join apply_orders entry on entry.id = a.apply_order_id
      join jurors juror on juror.id = a.juror_id
      where a.juror_id = ${scope.juror_id} and a.level = ${level}
        and entry.entry_status = any(${[...scope.statuses]}::int[])
        and (${editionId ?? null}::bigint is null or entry.edition_id = ${editionId ?? null}::bigint)
        and (a.status = ${statusList(S.recused)} or ${CONFLICT} is null)`.execute(db)
    return rows[0] ?? { assigned: 0, submitted: 0, draft: 0, recused: 0, abstained: 0 }
  },
})

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
          array_agg(a.juror_id order by a.juror_id) filter (where ${IS_TAKEN}) as seated,
          array_agg(a.juror_id order by a.juror_id) filter (where a.status = any(${LEFT}::int[])) as barred
        from assignments a join apply_orders o on o.id = a.apply_order_id
        join jurors juror on juror.id = a.juror_id
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
