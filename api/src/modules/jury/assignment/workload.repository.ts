import {
  ENTRY_STATUS,
  QUORUM,
  type Language,
  type Phase,
  type PhaseCapabilities,
  ASSIGNMENT_STATUS,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import { IS_SPLIT, LIVE_SEATS, OPEN_SEATS, OPEN_STATUSES } from '../lists/list-filter.repository.ts'
import { statusList } from '../../../db/status-list.repository.ts'
import type { Db } from '../../../db/database.ts'
import type { JuryScope, ScoringLevel } from '../jury.policy.ts'
import { inScope } from '../jury-scope.repository.ts'

type Counts = Record<
  'assigned' | 'opened' | 'draft' | 'submitted' | 'abstained' | 'recused' | 'conflicts',
  number
>
export type JurorWork = Counts & {
  juror_id: string
  name: string
  level: number
  category_ids: string[]
  agreement_signed: boolean
  last_active_at: Date | null
  reminded_at: Date | null
}
export type CategoryWork = {
  id: string
  code: string
  name: unknown
  entries: number
  with_quorum: number
  without_seats: number
  missing_votes: number
  to_discuss: number
}
export type ScoringPhase = {
  edition_id: string
  phase: Phase
  starts_at: Date
  ends_at: Date
  is_forced: boolean
  capabilities: Partial<PhaseCapabilities>
  timezone: string
}

/** A juror with `left` entries still to review. */
export type PendingJuror = {
  juror_id: string
  level: ScoringLevel
  email: string | null
  language: Language
  wants_reminders: boolean
  reminded_at: Date | null
  left: number
}

const S = ENTRY_STATUS
const A = ASSIGNMENT_STATUS
const JUDGED = [
  S.registered,
  S.correction_requested,
  S.admitted,
  S.in_judging,
  S.decided,
  S.awarded,
  S.not_awarded,
]

/** Workload of jurors, coverage of categories, and reminders. */
export const workloadRepository = (db: Db) => ({
  /** Active jurors of a level with their assignments by state, for entries in scope. */
  async jurors(scope: JuryScope, edition: string, level: ScoringLevel): Promise<JurorWork[]> {
    const { rows } = await sql<JurorWork>`
      with reached as materialized (
        select entry.id from apply_orders entry
        where entry.edition_id = ${edition} and ${inScope(scope)}),
      work as (
        select a.juror_id,
          max(a.updated_at) filter (where a.status <> ${statusList(A.assigned)}) as last_active_at,
          (count(*) filter (where a.status = any(${LIVE_SEATS})))::int as assigned,
          (count(*) filter (where a.status = ${statusList(A.opened)}))::int as opened,
          (count(*) filter (where a.status = ${statusList(A.draft)}))::int as draft,
          (count(*) filter (where a.status = ${statusList(A.submitted)}))::int as submitted,
          (count(*) filter (where a.status = ${statusList(A.abstained)}))::int as abstained,
          (count(*) filter (where a.status = ${statusList(A.recused)}))::int as recused
        from assignments a join reached on reached.id = a.apply_order_id
        where a.level = ${level} group by a.juror_id),
      clash as (
        select c.juror_id, count(*)::int as conflicts from conflicts c
        join reached on reached.id = c.apply_order_id
        where c.state = 'standing' group by c.juror_id)
      select juror.id as juror_id, juror.name, juror.level,
        array(select c.category_id from juror_categories c where c.juror_id = juror.id
          order by c.category_id) as category_ids,
        juror.agreement_signed_at is not null as agreement_signed, juror.reminded_at,
        work.last_active_at, coalesce(clash.conflicts, 0) as conflicts,
        coalesce(work.assigned, 0) as assigned, coalesce(work.opened, 0) as opened,
        coalesce(work.draft, 0) as draft, coalesce(work.submitted, 0) as submitted,
        coalesce(work.abstained, 0) as abstained, coalesce(work.recused, 0) as recused
      from jurors juror
      left join work on work.juror_id = juror.id
      left join clash on clash.juror_id = juror.id
      where juror.level = ${level} and juror.is_active
      order by juror.sort, juror.name, juror.id`.execute(db)
    return rows
  },

  /** Categories with entries in scope: quorum, missing votes, and entries to discuss. */
  async categories(
    scope: JuryScope,
    edition: string,
    level: ScoringLevel,
  ): Promise<CategoryWork[]> {
    const { rows } = await sql<CategoryWork>`
      with seats as (
        select a.apply_order_id, true as has_seats from assignments a
        join apply_orders o on o.id = a.apply_order_id and o.edition_id = ${edition}
        where a.level = ${level} and a.status in ${statusList(...OPEN_STATUSES, A.submitted)}
        group by a.apply_order_id)
      select category.id, category.code, category.name, count(*)::int as entries,
        (count(*) filter (where coalesce(f.votes, 0) >= ${QUORUM[level]}::int))::int as with_quorum,
        (count(*) filter (where seats.has_seats is null))::int as without_seats,
        sum(greatest(0, ${QUORUM[level]}::int - coalesce(f.votes, 0)))::int as missing_votes,
        (count(*) filter (where ${IS_SPLIT}))::int as to_discuss
      from apply_orders entry
      join categories category on category.id = entry.category_id
      left join entry_figures f on f.apply_order_id = entry.id and f.level = ${level}
      left join seats on seats.apply_order_id = entry.id
      where entry.edition_id = ${edition} and entry.entry_status = any(${JUDGED}::int[])
        and ${inScope(scope)} and (${level}::int = 2 or seats.has_seats)
      group by category.id order by category.code`.execute(db)
    return rows
  },

  /** All categories, to name the fields of jurors. */
  categoryNames: () => db.selectFrom('categories').select(['id', 'code', 'name']).execute(),

  /**
   * Active jurors with the number of entries left to review, locked until the transaction ends, so that two
   * reminders cannot overlap. Without `scope` all entries count; `only` limits the jurors.
   */
  async pendingJurors(
    edition: string,
    level: ScoringLevel | undefined,
    only: readonly string[] | undefined,
    scope?: JuryScope,
  ): Promise<PendingJuror[]> {
    const { rows } = await sql<PendingJuror>`
      select juror.id as juror_id, juror.level, juror.wants_reminders, juror.reminded_at,
        (select u.email from users u where u.id = juror.user_id and u.status = 'active') as email,
        coalesce((select u.language from users u where u.id = juror.user_id), 'en') as language,
        (select count(*)::int from assignments a join apply_orders entry on entry.id = a.apply_order_id
          where a.juror_id = juror.id and a.level = juror.level and a.status in ${OPEN_SEATS}
            and entry.edition_id = ${edition} and entry.entry_status = ${ENTRY_STATUS.in_judging}
            and not exists (select 1 from conflicts c where c.apply_order_id = entry.id
              and c.juror_id = juror.id and c.state = 'standing')
            and ${scope ? inScope(scope) : sql`true`}) as left
      from jurors juror
      where juror.is_active and juror.level in (2, 3)
        and (${level ?? null}::int is null or juror.level = ${level ?? null}::int)
        and (${only === undefined} or juror.id = any(${[...(only ?? [])]}::bigint[]))
      order by juror.id for no key update of juror`.execute(db)
    return rows
  },

  /** Stores when a juror was last reminded. */
  async setRemindedAt(jurorId: string, now: Date) {
    await db.updateTable('jurors').set({ reminded_at: now }).where('id', '=', jurorId).execute()
  },

  /** Unsubscribes a juror from reminders; false if there is no such juror. */
  async stopReminders(jurorId: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('jurors')
      .set({ wants_reminders: false })
      .where('id', '=', jurorId)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Phases of an edition, or of all, in order of their start. */
  phases: (editionId?: string): Promise<ScoringPhase[]> =>
    db
      .selectFrom('phases')
      .innerJoin('editions', 'editions.id', 'phases.edition_id')
      .select([
        'edition_id',
        'phase',
        'starts_at',
        'ends_at',
        'is_forced',
        'capabilities',
        'timezone',
      ])
      .$if(editionId !== undefined, (query) => query.where('edition_id', '=', editionId ?? ''))
      .orderBy('edition_id')
      .orderBy('starts_at')
      .$castTo<ScoringPhase>()
      .execute(),
})
