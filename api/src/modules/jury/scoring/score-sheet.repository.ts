import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ScoringLevel, JuryScope } from '../jury.policy.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'
import { inScope, ENTRY_LINK, type EntryLinkRow } from '../jury-scope.repository.ts'

/**
 * SQL: pseudonym of the juror of the row `score`: A to Z, then AA, AB and so on to ZZ. Letters follow a keyed hash of
 * entry and juror, so that a letter does not link a juror across entries.
 */
export function jurorLetter(secret: string): RawBuilder<string> {
  const index = sql<number>`(dense_rank() over (partition by score.apply_order_id order by
    encode(sha256((${secret} || score.apply_order_id || ':' || score.juror_id)::bytea), 'hex')
  ) - 1)::integer`
  return sql<string>`case when ${index} < 26 then '' else chr(64 + ${index} / 26) end
    || chr(65 + ${index} % 26)`
}

export type CriterionMean = {
  id: string
  code: string
  name: unknown
  weight: number
  level: ScoringLevel
  mean: number
  compared_mean: number
}

type ScoreSheetComment = {
  juror: string
  level: number
  comment: string
  state: 'pending' | 'released' | 'withheld'
}

/** Queries of the score sheet; they read counted votes only. */
export const scoreSheetRepository = (db: Db) => ({
  judgingNo: (id: string) =>
    db
      .selectFrom('apply_orders')
      .select('judging_no')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),

  /** Ids of the published entries of the same category and of the same edition, the entry itself included. */
  async peers(id: string): Promise<{ category: string[]; edition: string[] }> {
    const { rows } = await sql<{ id: string; is_near: boolean }>`
      select peer.id, peer.category_id = own.category_id as is_near
      from apply_orders own join apply_orders peer on peer.edition_id = own.edition_id
      where own.id = ${id} and peer.entry_status in ${statusSql('awarded', 'not_awarded')}`.execute(
      db,
    )
    return {
      category: rows.filter(({ is_near }) => is_near).map((row) => row.id),
      edition: rows.map((row) => row.id),
    }
  },

  /** Mean mark per level and criterion, and the mean over `peers`, in which each entry has the same weight. */
  async criteria(id: string, peers: readonly string[]): Promise<CriterionMean[]> {
    const { rows } = await sql<CriterionMean>`
      with entry_mean as (
        select vote.apply_order_id, vote.level, item.criterion_id, avg(item.value) as mean
        from counted_votes vote join score_items item on item.score_id = vote.score_id
        where vote.apply_order_id = any(${[...peers]}::bigint[])
        group by vote.apply_order_id, vote.level, item.criterion_id),
      compared_mean as (
        select level, criterion_id, avg(mean) as mean from entry_mean group by level, criterion_id)
      select criterion.id, criterion.code, criterion.name,
        coalesce(weight.weight, 1)::float8 as weight, own.level,
        round(own.mean, 2)::float8 as mean, round(compared_mean.mean, 2)::float8 as compared_mean
      from entry_mean own
      join compared_mean using (level, criterion_id)
      join criteria criterion on criterion.id = own.criterion_id
      join apply_orders entry on entry.id = own.apply_order_id
      left join category_weights weight on weight.category_id = entry.category_id
        and weight.criterion_id = criterion.id
      where own.apply_order_id = ${id}
      order by own.level, criterion.sort, criterion.id`.execute(db)
    return rows
  },

  /** Comments of counted votes in every state, with the pseudonym of their juror. */
  async comments(id: string, secret: string): Promise<ScoreSheetComment[]> {
    const { rows } = await sql<ScoreSheetComment & { score_id: string }>`
      select * from (
        select score.id as score_id, score.level, ${jurorLetter(secret)} as juror,
          score.comment_entrant as comment, score.comment_state as state
        from scores score where score.apply_order_id = ${id} and not score.is_draft) lettered
      where comment <> '' and score_id in
        (select score_id from counted_votes where apply_order_id = ${id})
      order by level, length(juror), juror`.execute(db)
    return rows
  },
})

type CommentState = 'pending' | 'released' | 'withheld'

export type CommentRow = EntryLinkRow & {
  score_id: string
  version: number
  juror: string
  level: number
  comment: string
  state: CommentState
  reason: string | null
  moderated_at: Date | null
}

/** Version of a score by its id. */
type CommentVersions = Readonly<Record<string, number>>

type CommentFilter = {
  edition_id?: string | undefined
  category_id?: string | undefined
  state?: CommentState | undefined
}

/** SQL: comments of counted votes with their entries. Callers add the scope. */
const COMMENTS = sql`from counted_votes vote
  join scores score on score.id = vote.score_id and score.comment_entrant <> ''
  join apply_orders entry on entry.id = vote.apply_order_id`

/** The comments for entrants in `scores`, and their moderation state. */
export const commentsRepository = (db: Db) => ({
  /** A page of comments in the chair's scope, by category, entry and juror, with the total. */
  async list(scope: JuryScope, filter: CommentFilter, page: { limit: number; offset: number }) {
    const where = conditions(scope, filter)
    const { rows } = await sql<CommentRow>`
      select score.id as score_id, score.version, ${ENTRY_LINK}, juror.name as juror, score.level,
        score.comment_entrant as comment, score.comment_state as state,
        score.comment_reason as reason, score.moderated_at
      ${COMMENTS}
      join categories category on category.id = entry.category_id
      join jurors juror on juror.id = score.juror_id
      where ${where}
      order by category.sort, entry.judging_no, score.level, juror.name, score.id
      limit ${page.limit} offset ${page.offset}`.execute(db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::int as total ${COMMENTS} where ${where}`.execute(db)
    return { rows, total: counted[0]?.total ?? 0 }
  },

  /**
   * Sets state and reason within the scope, where the score still has the version that was read, if that is known;
   * returns the ids of scores that were in another state.
   */
  async moderate(
    scope: JuryScope,
    { score_ids: ids, versions }: { score_ids: readonly string[]; versions: CommentVersions },
    to: { state: CommentState; reason: string | null; by_user_id: string; at: Date },
  ): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update scores set comment_state = ${to.state}, comment_reason = ${to.reason},
        moderated_by = ${to.by_user_id}, moderated_at = ${to.at}
      where id in (select score.id ${COMMENTS}
        where score.id = any(${[...ids]}::bigint[]) and ${inScope(scope)})
        and version = coalesce((${JSON.stringify(versions)}::jsonb ->> id::text)::bigint, version)
        and (comment_state, comment_reason) is distinct from (${to.state}::text, ${to.reason}::text)
      returning id`.execute(db)
    return rows.map(({ id }) => id)
  },
})

function conditions(scope: JuryScope, filter: CommentFilter): RawBuilder<boolean> {
  const parts = [inScope(scope)]
  if (filter.edition_id) parts.push(sql`entry.edition_id = ${filter.edition_id}`)
  if (filter.category_id) parts.push(sql`entry.category_id = ${filter.category_id}`)
  if (filter.state) parts.push(sql`score.comment_state = ${filter.state}`)
  return sql`${sql.join(parts, sql` and `)}`
}
