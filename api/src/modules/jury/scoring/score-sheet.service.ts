import type { Answer, Parsed, scoreSheets, judgeAdded } from '@awards/shared/contract'
import {
  COMPARED_FROM,
  JUDGING_OVER,
  mean,
  OUT_OF_COMPETITION,
  round2,
  type EntryStatus,
  type Language,
} from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { named } from '../../../lib/localised.ts'
import { entryFor } from '../../entries/entry-access.ts'
import { deliberationRepository } from '../deliberation/deliberation.repository.ts'
import { type ScoringLevel, scopeOf } from '../jury.policy.ts'
import {
  scoreSheetRepository,
  type CriterionMean,
  commentsRepository,
  type CommentRow,
} from './score-sheet.repository.ts'
import { type Figures, figuresByEntry } from '../results/aggregates.repository.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { withChairTitles } from '../anonymity/anonymised-entries.ts'
import { toEntryLink } from '../jury-scope.repository.ts'

type Sheet = Answer<typeof scoreSheets.scoreSheet>

/**
 * The score sheet of an entry, for its owner. Comparisons are means of at least `COMPARED_FROM` entries, so that no
 * single entry can be derived from them.
 */
export const scoreSheetService = ({ db, config }: AppContext) => ({
  /** Throws 423 before publication and 404 for withdrawn and disqualified entries. */
  async read(
    actor: Actor,
    { apply_order_id: id }: Parsed<typeof scoreSheets.scoreSheet>,
    language: Language,
  ): Promise<Sheet> {
    const entry = await entryFor(db, actor, id, 'view')
    requireResult(entry.entry_status as EntryStatus)
    const repository = scoreSheetRepository(db)
    const { judging_no } = await repository.judgingNo(id)
    const peers = await repository.peers(id)
    const figures = await figuresByEntry(db, peers.category)
    const isSmall = [...figures.values()].filter(isJudged).length < COMPARED_FROM
    const compared: Compared = {
      with: isSmall ? 'edition' : 'category',
      figures: isSmall ? await figuresByEntry(db, peers.edition) : figures,
      criteria: await repository.criteria(id, isSmall ? peers.edition : peers.category),
    }
    const comments = await repository.comments(id, config.secret)
    const final = figures.get(id)?.final ?? null
    const finals = [...figures.values()].flatMap((one) => one.final ?? [])

    return {
      apply_order_id: id,
      judging_no,
      title: entry.title,
      category: named(entry.category_id, entry.category_code, entry.category_name, language),
      edition: named(entry.edition_id, entry.edition_code, entry.edition_name, language),
      award:
        entry.award_id && entry.award_code
          ? named(entry.award_id, entry.award_code, entry.award_name, language)
          : null,
      levels: ([2, 3] as const).flatMap((level) => levelOf(level, id, compared, language) ?? []),
      final_score: final,
      percentile: percentileOf(final, finals),
      entries_in_category: finals.length,
      comments: comments
        .filter(({ state }) => state === 'released')
        .map(({ juror, level, comment }) => ({ juror, level, comment })),
      comments_pending: comments.filter(({ state }) => state === 'pending').length,
      summary: await deliberationRepository(db).releasedSummary(id),
    }
  },
})

/** Throws 423 before the results are out, 404 for what left the competition. */
export function requireResult(status: EntryStatus) {
  if (!JUDGING_OVER.includes(status)) {
    throw new BusinessError(423, 'The score sheet is ready when the results are published.', {
      reason: 'NOT_PUBLISHED',
    })
  }
  if (OUT_OF_COMPETITION.includes(status)) {
    throw new BusinessError(404, 'This entry has no score sheet: it left the competition.', {
      reason: 'LEFT',
    })
  }
}

type Compared = {
  with: 'category' | 'edition'
  figures: ReadonlyMap<string, Figures>
  criteria: readonly CriterionMean[]
}

const isJudged = ({ final }: Figures) => final !== null

/** Figures of one level; undefined below its quorum. */
function levelOf(
  level: ScoringLevel,
  id: string,
  { with: others, figures, criteria }: Compared,
  language: Language,
): Sheet['levels'][number] | undefined {
  const of = (one: Figures) => (level === 2 ? one.first : one.second)
  const own = figures.get(id)
  const score = own && of(own).official
  if (!own || score === null || score === undefined) return undefined
  const scores = [...figures.values()].flatMap((one) => of(one).official ?? [])
  const isCompared = scores.length >= COMPARED_FROM
  return {
    level,
    votes: of(own).votes,
    score,
    compared_with: isCompared ? others : null,
    compared_mean: isCompared ? round2(mean(scores)) : null,
    criteria: criteria
      .filter((one) => one.level === level)
      .map((one) => ({
        ...named(one.id, one.code, one.name, language),
        weight: one.weight,
        mean: one.mean,
        compared_mean: isCompared ? one.compared_mean : null,
      })),
  }
}

/** Percentage of the other entries with a lower score; null with fewer than `COMPARED_FROM` entries. */
function percentileOf(final: number | null, finals: readonly number[]): number | null {
  if (final === null || finals.length < COMPARED_FROM) return null
  const lower = finals.filter((one) => one < final).length
  return Math.round((100 * lower) / (finals.length - 1))
}

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

  /**
   * Sets the state of the comments in the chair's scope, of the versions that were read; returns the ids that changed.
   * Withholding needs a reason (422).
   */
  moderate: (
    actor: Actor,
    { score_ids, versions = {}, state, reason }: Parsed<typeof judgeAdded.moderateComments>,
  ): Promise<Answer<typeof judgeAdded.moderateComments>> => {
    if (state === 'withheld' && !reason) {
      throw new BusinessError(422, { reason: ['Say why the comment is kept back'] })
    }
    return context.db.transaction().execute(async (trx) => {
      const updated = await commentsRepository(trx).moderate(
        scopeOf(actor),
        { score_ids, versions },
        { state, reason: reason ?? null, by_user_id: actor.id, at: context.clock() },
      )
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
  version: row.version,
  juror: row.juror,
  level: row.level,
  comment: row.comment,
  state: row.state,
  reason: row.reason,
  moderated_at: row.moderated_at?.toISOString() ?? null,
})
