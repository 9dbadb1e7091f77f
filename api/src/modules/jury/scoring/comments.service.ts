import type { Answer, Parsed, judgeAdded } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { commentsRepository, type CommentRow } from './score-sheet.repository.ts'
import { scopeOf } from '../jury.policy.ts'
import { withChairTitles } from '../anonymity/anonymised-entries.ts'
import { toEntryLink } from '../jury-scope.repository.ts'

/** Moderation of the jurors' comments for entrants: the chair releases or withholds each one. */
export const commentsService = (context: AppContext) => ({
  async list(
    actor: Actor,
    input: Parsed<typeof judgeAdded.commentList>,
    language: Language,
  ): Promise<Answer<typeof judgeAdded.commentList>> {
    const { current, pageSize, ...filter } = input
    const page = { limit: pageSize, offset: (current - 1) * pageSize }
    const { rows, total } = await commentsRepository(context.db).list(scopeOf(actor), filter, page)
    const titled = await withChairTitles(context, context.db, rows)
    return { list: titled.map((row) => toComment(row, language)), total, current, pageSize }
  },

  /** Sets the state of the comments in the chair's scope; returns the ids that changed. Withholding needs a reason (422). */
  moderate: (
    actor: Actor,
    { score_ids, state, reason }: Parsed<typeof judgeAdded.moderateComments>,
  ): Promise<Answer<typeof judgeAdded.moderateComments>> => {
    if (state === 'withheld' && !reason) {
      throw new BusinessError(422, { reason: ['Say why the comment is kept back'] })
    }
    return context.db.transaction().execute(async (trx) => {
      const updated = await commentsRepository(trx).moderate(scopeOf(actor), score_ids, {
        state,
        reason: reason ?? null,
        by_user_id: actor.id,
        at: context.clock(),
      })
      for (const id of updated) {
        await auditRepository(trx).record(actor, `comment.${state}`, id, { reason })
      }
      return { updated }
    })
  },
})

const toComment = (row: CommentRow, language: Language) => ({
  ...toEntryLink(row, language),
  score_id: row.score_id,
  juror: row.juror,
  level: row.level,
  comment: row.comment,
  state: row.state,
  reason: row.reason,
  moderated_at: row.moderated_at?.toISOString() ?? null,
})
