import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { inScope } from '../jury-scope.repository.ts'
import type { JuryScope } from '../jury.policy.ts'
import { ENTRY_LINK, type EntryLinkRow } from '../entry-link.repository.ts'

export type CommentState = 'pending' | 'released' | 'withheld'

export type CommentRow = EntryLinkRow & {
  score_id: string
  juror: string
  level: number
  comment: string
  state: CommentState
  reason: string | null
  moderated_at: Date | null
}

export type CommentFilter = {
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
      select score.id as score_id, ${ENTRY_LINK}, juror.name as juror, score.level,
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

  /** Sets state and reason within the scope; returns the ids of scores that were in another state. */
  async moderate(
    scope: JuryScope,
    ids: readonly string[],
    to: { state: CommentState; reason: string | null; by_user_id: string; at: Date },
  ): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      update scores set comment_state = ${to.state}, comment_reason = ${to.reason},
        moderated_by = ${to.by_user_id}, moderated_at = ${to.at}
      where id in (select score.id ${COMMENTS}
        where score.id = any(${[...ids]}::bigint[]) and ${inScope(scope)})
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
