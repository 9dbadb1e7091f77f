import { sql, type Selectable } from 'kysely'
import { ASSIGNMENT_STATUS, JUDGEABLE, PHASES, type Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Scores } from '../../../db/schema.gen.ts'
import { inScope } from '../jury-scope.repository.ts'
import type { ScoringLevel } from '../jury.policy.ts'
import type { Reader } from '../lists/jury-entries.repository.ts'

type ScoreItem = { criterion_id: string; value: number }
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
  /** When it was submitted, where that is not now. */
  submitted_at?: Date
  replaced?: ReplacedScore
}
/** A submission that the next one has replaced, as JSON in `scores.replaced`. */
export type ReplacedScore = {
  version: number
  items: ScoreItem[]
  total: number
  comment_private: string
  comment_entrant: string
  submitted_at: string | null
}
type ScoreEvent = {
  kind: 'save' | 'submit' | 'reopen' | 'abstain'
  total: number
  is_draft: boolean
  version: number
  note?: string
}

/** Tables `scores` and `score_items`, and the append-only `score_events`. */
export const scoresRepository = (db: Db) => ({
  /** All criteria with their weights in the category (default 1). */
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

  /** Saves if the stored version is still `version` (0 for a first save), replacing all items; else undefined. */
  async save(
    key: ScoreKey,
    version: number,
    change: Change,
    items: readonly ScoreItem[],
    now: Date,
  ): Promise<{ id: string; version: number } | undefined> {
    const { submitted_at = now, replaced, ...words } = change
    const values = {
      ...words,
      replaced: replaced ? JSON.stringify(replaced) : null,
      updated_at: now,
      ...(change.is_draft ? {} : { submitted_at }),
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

  /** The submission that the one in `row` has replaced; undefined if it replaced none. */
  replacedBy({ version, replaced: stored }: ScoreRow): ReplacedScore | undefined {
    const replaced = stored as ReplacedScore | null
    // A process of the release before saves without the column: what it holds then is older than the last submission.
    return replaced?.version === version - 1 ? replaced : undefined
  },

  /** The score in `row` as the next submission keeps it; undefined for a draft. */
  async toReplace(row: ScoreRow | undefined): Promise<ReplacedScore | undefined> {
    if (!row || row.is_draft) return undefined
    const { id, version, total, comment_private, comment_entrant, submitted_at } = row
    const items = await scoresRepository(db).items(id)
    return {
      version,
      items,
      total: Number(total),
      comment_private,
      comment_entrant,
      submitted_at: submitted_at?.toISOString() ?? null,
    }
  },

  /** Appends an event with its marks. */
  async record(key: ScoreKey, event: ScoreEvent, items: readonly ScoreItem[], now: Date) {
    await db
      .insertInto('score_events')
      .values({ ...key, ...event, items: JSON.stringify(items), at: now })
      .execute()
  },
})

/** Number of entries to score again at the end, and the number of scores it takes: first marks are the least reliable. */
const RECHECK_COUNT = 2

const S = ASSIGNMENT_STATUS
const UNSCORED = [S.assigned, S.opened, S.draft]

/** What a juror scores next. It reveals nothing of other jurors but, by its order, their number of votes. */
export const scoreQueueRepository = (db: Db) => ({
  /** The unscored entry with the fewest votes in the edition of `after`, except that one; ties go by the juror's list order. */
  async next({ scope, level }: Reader, after: string): Promise<string | null> {
    const { rows } = await sql<{ id: string }>`
      select entry.id from assignments own
      join apply_orders entry on entry.id = own.apply_order_id
      left join entry_figures figures on figures.apply_order_id = entry.id
        and figures.level = own.level
      where own.juror_id = ${scope.juror_id} and own.level = ${level}
        and own.status = any(${UNSCORED}::int[]) and entry.id <> ${after}
        and entry.edition_id = (select edition_id from apply_orders where id = ${after})
        and entry.entry_status = any(${[...JUDGEABLE]}::int[]) and ${inScope(scope)}
      order by coalesce(figures.votes, 0), md5(entry.id::text || ${scope.juror_id}::text), entry.id
      limit 1`.execute(db)
    return rows[0]?.id ?? null
  },

  /** The first submitted entries, once nothing is unscored; empty for those that were submitted again since. */
  async recheck({ scope, level }: Reader, editionId: string | undefined): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with own as (
        select entry.id, own.status from assignments own
        join apply_orders entry on entry.id = own.apply_order_id
        where own.juror_id = ${scope.juror_id} and own.level = ${level}
          and entry.edition_id = ${editionId ?? null}
          and entry.entry_status = any(${[...JUDGEABLE]}::int[]) and ${inScope(scope)}),
      submitted as (
        select own.id, coalesce(min(event.at), min(score.submitted_at)) as first_at,
          coalesce(max(event.at), min(score.submitted_at)) as last_at
        from own join scores score on score.apply_order_id = own.id
          and score.juror_id = ${scope.juror_id} and score.level = ${level}
        left join score_events event on event.apply_order_id = own.id
          and event.juror_id = ${scope.juror_id} and event.level = ${level} and event.kind = 'submit'
        where own.status = ${S.submitted} group by own.id),
      first as (select * from submitted order by first_at, id limit ${RECHECK_COUNT})
      select id from first
      where (select count(*) from submitted) > ${RECHECK_COUNT}
        and not exists (select 1 from own where status = any(${UNSCORED}::int[]))
        and last_at <= (select max(first_at) from submitted)
      order by first_at, id`.execute(db)
    return rows.map(({ id }) => id)
  },
})

/** Data for correction requests: the start of judging, the open request and its recipient. */
export const correctionsRepository = (db: Db) => ({
  /** Start of first-level scoring; undefined if the edition has no such phase. */
  async judgingStart(editionId: string): Promise<Date | undefined> {
    const row = await db
      .selectFrom('phases')
      .select('starts_at')
      .where('edition_id', '=', editionId)
      .where('phase', '=', PHASES.first_level_scoring)
      .executeTakeFirst()
    return row?.starts_at
  },

  correction: (entryId: string) =>
    db
      .selectFrom('apply_orders')
      .select(['correction_note', 'correction_due_at'])
      .where('id', '=', entryId)
      .executeTakeFirstOrThrow(),

  entrant: (userId: string) =>
    db
      .selectFrom('users')
      .select(['email', 'language'])
      .where('id', '=', userId)
      .$castTo<{ email: string; language: Language }>()
      .executeTakeFirstOrThrow(),
})
