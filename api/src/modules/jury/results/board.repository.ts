import {
  ENTRY_STATUS,
  type CastingVote,
  DECISION_STATUS,
  type DecisionEvent,
  type DecisionStatus,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { JuryScope } from '../jury.policy.ts'
import { inScope } from '../jury-scope.repository.ts'

const S = ENTRY_STATUS
const JUDGED = [S.in_judging, S.decided, S.awarded, S.not_awarded]

export type Recommendation = { apply_order_id: string; award_id: string; count: number }
export type JudgedEntry = {
  id: string
  award_id: string | null
  decision_status: number
  entry_status: number
}
export type BoardCategory = { id: string; code: string; name: unknown }
export type BoardLevel = BoardCategory & { colour: string; min_score: number | null }

/** Data of the ranking board: category, award levels, recommendations and casting votes. */
export const boardRepository = (db: Db) => ({
  category: (id: string): Promise<BoardCategory | undefined> =>
    db
      .selectFrom('categories')
      .select(['id', 'code', 'name'])
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Judged entries of a category in the chair's scope, with their decision. */
  async entries(scope: JuryScope, editionId: string, categoryId: string) {
    const { rows } = await sql<JudgedEntry>`
      select entry.id, entry.award_id, entry.decision_status, entry.entry_status
      from apply_orders entry
      where entry.edition_id = ${editionId} and entry.category_id = ${categoryId}
        and entry.entry_status = any(${JUDGED}::int[]) and ${inScope(scope)}
      order by entry.entry_no, entry.id`.execute(db)
    return rows
  },

  async levels(): Promise<BoardLevel[]> {
    const { rows } = await sql<BoardLevel>`
      select id, code, name, colour, min_score::float8 from award_levels order by rank`.execute(db)
    return rows
  },

  /** Number of jurors who recommend each award; the latest recommendation of a juror counts, unless in conflict. */
  async recommendations(entryIds: readonly string[]): Promise<Recommendation[]> {
    const { rows } = await sql<Recommendation>`
      select apply_order_id, award_id, count(*)::int as count
      from (select distinct on (apply_order_id, by_user_id) apply_order_id, award_id
        from decisions d where kind = 'recommend' and apply_order_id = any(${[...entryIds]}::bigint[])
          and not exists (select 1 from conflicts c join jurors j on j.id = c.juror_id
            where j.user_id = d.by_user_id and c.apply_order_id = d.apply_order_id
              and c.state = 'standing')
        order by apply_order_id, by_user_id, at desc, id desc) last
      where award_id is not null
      group by apply_order_id, award_id order by count desc, award_id`.execute(db)
    return rows
  },

  /** The chair's casting votes on ties of a category, latest first. */
  async castingVotes(editionId: string, categoryId: string): Promise<CastingVote[]> {
    return await db
      .selectFrom('casting_votes')
      .select(['entry_ids', 'is_ex_aequo'])
      .where('edition_id', '=', editionId)
      .where('category_id', '=', categoryId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .execute()
  },

  castVote: (vote: {
    edition_id: string
    category_id: string
    entry_ids: string[]
    is_ex_aequo: boolean
    reason: string
    by_user_id: string
    at: Date
  }) => db.insertInto('casting_votes').values(vote).execute(),

  /** True if every juror of the level scored every entry of the category: the trimmed mean is official then. */
  async isComplete(editionId: string, level: 2 | 3, categoryId: string): Promise<boolean> {
    const { rows } = await sql<{ is_complete: boolean }>`
      select is_complete(${editionId}, ${level}::smallint, ${categoryId})`.execute(db)
    return rows[0]?.is_complete ?? false
  },
})

export type AwardLevel = { id: string; code: string; rank: number; min_score: number | null }

type Decision = {
  apply_order_id: string
  kind: DecisionEvent
  level: number
  award_id: string | null
  by_user_id: string
  reason: string
}

/** The decision on an entry (columns of `apply_orders`) and the append-only `decisions`. */
export const decisionsRepository = (db: Db) => ({
  /** All awards by rank, the highest first. */
  async awards(): Promise<AwardLevel[]> {
    const rows = await db
      .selectFrom('award_levels')
      .select(['id', 'code', 'rank', 'min_score'])
      .orderBy('rank')
      .execute()
    return rows.map((row) => ({
      ...row,
      min_score: row.min_score === null ? null : Number(row.min_score),
    }))
  },

  /** Writes the decision if its version is still `version`, else undefined. */
  decide: (
    { apply_order_id, award_id }: Decision,
    version: number,
    status: DecisionStatus,
    closesDivergence: boolean,
  ) =>
    db
      .updateTable('apply_orders')
      .set({
        award_id,
        decision_status: status,
        decision_version: sql`decision_version + 1`,
        // Leaves `updated_at` unchanged: the entrant reads it, and must not learn of a decision.
        ...(closesDivergence && { divergence_closed_at: sql`clock_timestamp()` }),
      })
      .where('id', '=', apply_order_id)
      .where('decision_version', '=', version)
      .returning(['decision_status', 'decision_version as version'])
      .executeTakeFirst(),

  /** Uses the database clock, which `flagged_at` comes from too. */
  async closeDiscussion(id: string): Promise<Date | null> {
    const { divergence_closed_at } = await db
      .updateTable('apply_orders')
      .set({ divergence_closed_at: sql`clock_timestamp()` })
      .where('id', '=', id)
      .returning('divergence_closed_at')
      .executeTakeFirstOrThrow()
    return divergence_closed_at
  },

  /** True if another entry of the section has this award. Takes an advisory lock, to serialise concurrent checks. */
  async isTaken(
    entry: { id: string; edition_id: string; section_id: string },
    awardId: string,
  ): Promise<boolean> {
    const key = `award:${entry.edition_id}:${entry.section_id}:${awardId}`
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
    const other = await db
      .selectFrom('apply_orders')
      .select('id')
      .where('edition_id', '=', entry.edition_id)
      .where('section_id', '=', entry.section_id)
      .where('award_id', '=', awardId)
      .where('decision_status', 'in', [DECISION_STATUS.confirmed, DECISION_STATUS.published])
      .where('entry_status', 'not in', [ENTRY_STATUS.withdrawn, ENTRY_STATUS.disqualified])
      .where('id', '<>', entry.id)
      .executeTakeFirst()
    return other !== undefined
  },

  record: (decision: Decision, now: Date) =>
    db
      .insertInto('decisions')
      .values({ ...decision, at: now })
      .execute(),
})

/** A row of `decisions` with the names of award and person. */
export type DecisionStep = {
  kind: string
  award_id: string | null
  award_code: string | null
  award_name: unknown
  reason: string | null
  by: string | null
  at: Date
}

/** The decisions on an entry, latest first. */
export async function decisionHistory(db: Db, entryId: string): Promise<DecisionStep[]> {
  const { rows } = await sql<DecisionStep>`
    select d.kind, award.id as award_id, award.code as award_code, award.name as award_name,
      nullif(d.reason, '') as reason,
      coalesce(juror.name, person.first_name || ' ' || person.last_name) as by, d.at
    from decisions d
    left join award_levels award on award.id = d.award_id
    left join users person on person.id = d.by_user_id
    left join jurors juror on juror.user_id = d.by_user_id
    where d.apply_order_id = ${entryId} order by d.at desc, d.id desc`.execute(db)
  return rows
}
