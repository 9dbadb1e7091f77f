import type { DecisionEvent, DecisionStatus } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type AwardLevel = { id: string; code: string; rank: number; min_score: number | null }

type Decision = {
  apply_order_id: string
  kind: DecisionEvent
  level: number
  award_id: string | null
  by_user_id: string
  reason: string
}

/** Awards and the record of how they came about. */
export const decisionsRepository = (db: Db) => ({
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

  /** Writes on top of `version`; undefined means that another decision came first. */
  decide: (
    { apply_order_id, award_id }: Decision,
    version: number,
    status: DecisionStatus,
    closesDivergence: boolean,
    now: Date,
  ) =>
    db
      .updateTable('apply_orders')
      .set({
        award_id,
        decision_status: status,
        decision_version: sql`decision_version + 1`,
        // The entrant reads `updated_at`, and must not learn from it that there is a decision.
        ...(closesDivergence && { divergence_closed_at: now }),
      })
      .where('id', '=', apply_order_id)
      .where('decision_version', '=', version)
      .returning(['decision_status', 'decision_version as version'])
      .executeTakeFirst(),

  record: (decision: Decision, now: Date) =>
    db
      .insertInto('decisions')
      .values({ ...decision, at: now })
      .execute(),
})
