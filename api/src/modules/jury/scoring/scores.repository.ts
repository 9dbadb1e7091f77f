import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Scores } from '../../../db/schema.gen.ts'
import type { ScoringLevel } from '../jury.policy.ts'

export type ScoreItem = { criterion_id: string; value: number }
export type ScoreRow = Selectable<Scores>
export type WeightedCriterion = {
  id: string
  code: string
  name: unknown
  description: unknown
  weight: number
}

export type ScoreKey = { apply_order_id: string; juror_id: string; level: ScoringLevel }
type Change = {
  total: number
  comment_private: string
  comment_entrant: string
  is_draft: boolean
}
export type ScoreEvent = {
  kind: 'save' | 'submit' | 'reopen' | 'abstain'
  total: number
  is_draft: boolean
  version: number
  note?: string
}

/** Scores of jurors; every save is also kept in the append-only record. */
export const scoresRepository = (db: Db) => ({
  async criteriaOf(categoryId: string): Promise<WeightedCriterion[]> {
    const { rows } = await sql<WeightedCriterion>`
      select c.id, c.code, c.name, c.description, coalesce(w.weight, 1)::float8 as weight
      from criteria c
      left join category_weights w on w.criterion_id = c.id and w.category_id = ${categoryId}
      order by c.sort, c.id`.execute(db)
    return rows
  },

  find: ({ apply_order_id, juror_id, level }: ScoreKey): Promise<ScoreRow | undefined> =>
    db
      .selectFrom('scores')
      .selectAll()
      .where('apply_order_id', '=', apply_order_id)
      .where('juror_id', '=', juror_id)
      .where('level', '=', level)
      .executeTakeFirst(),

  async items(scoreId: string): Promise<ScoreItem[]> {
    const rows = await db
      .selectFrom('score_items')
      .select(['criterion_id', 'value'])
      .where('score_id', '=', scoreId)
      .execute()
    return rows.map(({ criterion_id, value }) => ({ criterion_id, value: Number(value) }))
  },

  /** Writes on top of `version` (0 for a first save); undefined means that another save came first. */
  async save(
    key: ScoreKey,
    version: number,
    change: Change,
    items: readonly ScoreItem[],
    now: Date,
  ): Promise<{ id: string; version: number } | undefined> {
    const values = {
      ...change,
      updated_at: now,
      ...(change.is_draft ? {} : { submitted_at: now }),
    }
    const saved =
      version === 0
        ? await db
            .insertInto('scores')
            .values({ ...key, ...values })
            .onConflict((conflict) => conflict.constraint('scores_once').doNothing())
            .returning(['id', 'version'])
            .executeTakeFirst()
        : await db
            .updateTable('scores')
            .set({ ...values, version: sql`version + 1` })
            .where('apply_order_id', '=', key.apply_order_id)
            .where('juror_id', '=', key.juror_id)
            .where('level', '=', key.level)
            .where('version', '=', version)
            .returning(['id', 'version'])
            .executeTakeFirst()
    if (!saved) return undefined
    await db.deleteFrom('score_items').where('score_id', '=', saved.id).execute()
    if (items.length > 0) {
      await db
        .insertInto('score_items')
        .values(items.map((item) => ({ ...item, score_id: saved.id })))
        .execute()
    }
    return saved
  },

  /** One line of the record, which nobody changes any more. */
  async record(key: ScoreKey, event: ScoreEvent, items: readonly ScoreItem[], now: Date) {
    await db
      .insertInto('score_events')
      .values({ ...key, ...event, items: JSON.stringify(items), at: now })
      .execute()
  },
})
