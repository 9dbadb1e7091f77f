import type { Progress } from '@awards/shared/contract'
import { ASSIGNMENT_STATUS, type AssignmentStatus, type Language } from '@awards/shared/domain'
import { sql } from 'kysely'
import { statusList } from '../../../db/status-list.repository.ts'
import type { Db } from '../../../db/database.ts'
import type { JuryScope, ScoringLevel } from '../jury.policy.ts'
import { CONFLICT, inScope } from '../jury-scope.repository.ts'
import { ENTRY_LINK, type EntryLinkRow } from '../entry-link.repository.ts'
import type { Reader } from '../lists/jury-entries.repository.ts'
import { LIVE_SEATS, OPEN_SEATS, OPEN_STATUSES } from '../lists/list-filter.repository.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'

const S = ASSIGNMENT_STATUS

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
    change: { status: AssignmentStatus; assigned_by?: string; due_at?: Date | null },
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

  /** Counts the open and extra assignments of an entry, under an advisory lock until the transaction ends. */
  async lockSeats(
    entryId: string,
    level: ScoringLevel,
  ): Promise<{ has_extra: boolean; open: number }> {
    await sql`select pg_advisory_xact_lock(hashtextextended('seats', ${entryId}::bigint))`.execute(
      db,
    )
    const { rows } = await sql<{ has_extra: boolean; open: number }>`
      select coalesce(bool_or(is_extra and status in ${statusList(...OPEN_STATUSES, S.submitted)}), false) as has_extra,
        (count(*) filter (where status in ${OPEN_SEATS}))::int as open
      from assignments where apply_order_id = ${entryId} and level = ${level}`.execute(db)
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
