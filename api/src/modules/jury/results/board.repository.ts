import { ENTRY_STATUS, type CastingVote } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { JuryScope } from '../jury.policy.ts'
import { inScope } from '../jury-scope.repository.ts'

const S = ENTRY_STATUS
const JUDGED = [S.in_judging, S.decided, S.awarded, S.not_awarded]

export type Recommendation = { apply_order_id: string; award_id: string; count: number }
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

  /** Judged entries of a category in the chair's scope, with their award. */
  async entries(scope: JuryScope, editionId: string, categoryId: string) {
    const { rows } = await sql<{ id: string; award_id: string | null }>`
      select entry.id, entry.award_id from apply_orders entry
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

  async isFrozen(editionId: string): Promise<boolean> {
    const edition = await db
      .selectFrom('editions')
      .select('snapshot_id')
      .where('id', '=', editionId)
      .executeTakeFirst()
    return Boolean(edition?.snapshot_id)
  },
})
