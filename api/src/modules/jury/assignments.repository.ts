import type { Progress } from '@awards/shared/contract'
import { ASSIGNMENT_STATUS, LIVE_ASSIGNMENTS, type AssignmentStatus } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ScoringLevel } from './jury.policy.ts'
import { CONFLICT } from './jury-scope.ts'
import type { Reader } from './jury-entries.repository.ts'

export type Candidate = {
  entry_id: string
  juror_id: string
  name: string
  level: ScoringLevel
  email: string | null
  language: 'en' | 'fr' | 'zh' | null
  expertise_match: boolean
  load: number
  status: AssignmentStatus | null
  conflict: string | null
}

const LIVE = sql`array[${sql.raw(LIVE_ASSIGNMENTS.join(','))}]`

/** Who reviews what. */
export const assignmentsRepository = (db: Db) => ({
  /** Every active juror of levels 2 and 3 against every entry: load, expertise, conflict, seat. */
  async candidates(entryIds: readonly string[]): Promise<Candidate[]> {
    const { rows } = await sql<Candidate>`
      select entry.id as entry_id, juror.id as juror_id, juror.name, juror.level,
        person.email, person.language,
        exists (select 1 from juror_categories jc where jc.juror_id = juror.id
          and jc.category_id = entry.category_id) as expertise_match,
        (select count(*)::int from assignments a join apply_orders o on o.id = a.apply_order_id
          where a.juror_id = juror.id and a.level = juror.level and a.status = any(${LIVE})
            and o.edition_id = entry.edition_id) as load,
        seat.status, ${CONFLICT} as conflict
      from apply_orders entry cross join jurors juror
      left join users person on person.id = juror.user_id
      left join assignments seat on seat.apply_order_id = entry.id and seat.juror_id = juror.id
        and seat.level = juror.level
      where entry.id = any(${[...entryIds]}::bigint[]) and juror.level in (2, 3) and juror.is_active
      order by juror.level, juror.sort, juror.name`.execute(db)
    return rows
  },

  async seat(entryId: string, jurorId: string, level: ScoringLevel) {
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

  async put(
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

  /** When the present scores of an entry are due: the end of the phase of its edition. */
  async dueOf(entryId: string, now: Date): Promise<string> {
    const { rows } = await sql<{ ends_at: Date }>`
      select p.ends_at from phases p join apply_orders o on o.edition_id = p.edition_id
      where o.id = ${entryId} and p.ends_at > ${now}
      order by p.is_forced desc, p.ends_at limit 1`.execute(db)
    return (rows[0]?.ends_at ?? now).toISOString()
  },

  /** A first look at the sheet; everything later is left as it is. */
  async open(entryId: string, jurorId: string, level: ScoringLevel, now: Date) {
    await db
      .updateTable('assignments')
      .set({ status: ASSIGNMENT_STATUS.opened, updated_at: now })
      .where('apply_order_id', '=', entryId)
      .where('juror_id', '=', jurorId)
      .where('level', '=', level)
      .where('status', '=', ASSIGNMENT_STATUS.assigned)
      .execute()
  },

  async recuse(entryId: string, jurorId: string, type: string, note: string, now: Date) {
    await db
      .insertInto('conflicts')
      .values({ apply_order_id: entryId, juror_id: jurorId, type, source: 'self', note, at: now })
      .onConflict((conflict) => conflict.columns(['juror_id', 'apply_order_id']).doNothing())
      .execute()
  },

  /** How far a juror has come; withdrawn entries and conflicts do not count. */
  async progress({ scope, level }: Reader, editionId: string | undefined): Promise<Progress> {
    const { rows } = await sql<Progress>`
      select (count(*) filter (where a.status = any(${LIVE})))::int as assigned,
        (count(*) filter (where a.status = 3))::int as submitted,
        (count(*) filter (where a.status = 2))::int as draft,
        (count(*) filter (where a.status = 5))::int as recused,
        (count(*) filter (where a.status = 4))::int as abstained
      from assignments a join apply_orders entry on entry.id = a.apply_order_id
      join jurors juror on juror.id = a.juror_id
      where a.juror_id = ${scope.juror_id} and a.level = ${level}
        and entry.entry_status = any(${[...scope.statuses]}::int[])
        and (${editionId ?? null}::bigint is null or entry.edition_id = ${editionId ?? null}::bigint)
        and (a.status = 5 or ${CONFLICT} is null)`.execute(db)
    return rows[0] ?? { assigned: 0, submitted: 0, draft: 0, recused: 0, abstained: 0 }
  },
})
