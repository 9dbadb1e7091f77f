import { z } from 'zod'
import {
  addedCallsOf,
  callsOf,
  endpoint,
  Id,
  Nothing,
  optionalOfQuery,
  PageInput,
  pageOf,
  Picture,
  text,
  Time,
} from '../endpoint.ts'
import {
  ChairListInput,
  ById,
  CodeRow,
  JudgeList,
  PhaseList,
  reason,
  SubJudges,
  Aggregate,
  Named,
  FeeChange,
  FeeChanged,
} from './review-rows.ts'
import { EntryMention, OpenWork, PhaseConsequence } from './jury-desk.ts'
import { RESULT_METRICS, TIE_RULES } from '../../domain/index.ts'

const judgeCall = callsOf('judge')

/** Calls of identity 1, the chair. */
export const judge = {
  judgeEntryList: judgeCall('judgeEntryList', 'GET', ChairListInput, JudgeList, {
    tags: ['judging', 'score'],
  }),
  changeEntryFeeStatus: judgeCall('changeEntryFeeStatus', 'POST', FeeChange, FeeChanged, {
    codes: [403, 409],
    invalidates: ['judging', 'payment'],
    skipErrorHandler: true,
  }),
  getInvitationCode: judgeCall('getInvitationCode', 'GET', Nothing, z.array(CodeRow), {
    tags: ['code'],
  }),
  changeWinnerPackageFeeStatus: judgeCall(
    'changeWinnerPackageFeeStatus',
    'POST',
    FeeChange,
    FeeChanged,
    { codes: [403, 409], invalidates: ['judging', 'payment'], skipErrorHandler: true },
  ),
  /**
   * Awards provisionally; `award_id` null clears the decision, or with `no_award` decides that there is none. An award
   * below its own threshold, or more than a level away, and no award need a reason. 409 `QUORUM` or `DIVERGENCE`.
   */
  award: judgeCall(
    'award',
    'POST',
    ById.extend({
      award_id: Id.nullable(),
      no_award: z.boolean().optional(),
      version: z.int(),
      reason: reason.optional(),
      close_divergence: z.boolean().optional(),
    }),
    z.object({ decision_status: z.int(), version: z.int() }),
    { codes: [403, 409, 423], invalidates: ['judging'], skipErrorHandler: true },
  ),
  isShow: judgeCall(
    'isShow',
    'POST',
    ById.extend({ is_show: z.boolean(), reason: reason.optional() }),
    z.object({ is_show: z.boolean() }),
    { codes: [403, 409] },
  ),
  downloadZip: judgeCall(
    'downloadZip',
    'GET',
    ById,
    z.object({ url: z.string(), size: z.int().nullable() }),
    { as: 'mutation' },
  ),
  batchDownloadZip: judgeCall(
    'batchDownloadZip',
    'GET',
    ChairListInput.omit({ current: true, pageSize: true, with_ids: true }).extend({
      /** Identifiers joined by commas; with none the filters decide, at most 500 entries. */
      ids: optionalOfQuery(z.string().max(12_000)),
    }),
    z.object({ url: z.string(), entries: z.int(), size: z.int().optional() }),
    { codes: [403, 409] },
  ),
  getAgentCode: judgeCall('getAgentCode', 'GET', Nothing, z.array(CodeRow), { tags: ['code'] }),
  getPhase: judgeCall('getPhase', 'GET', Nothing, PhaseList, { tags: ['judging'] }),
  getSubJudges: judgeCall('getSubJudges', 'GET', ById, SubJudges, { tags: ['judging', 'score'] }),
  assignSubJudge: judgeCall(
    'assignSubJudge',
    'POST',
    z.object({
      apply_order_ids: z.array(Id).min(1, 'Choose at least one entry').max(200),
      juror_ids: z.array(Id).max(20),
      mode: z.enum(['add', 'replace', 'remove']).default('add'),
      due_at: Time.optional(),
    }),
    z.object({
      results: z.array(
        z.object({
          apply_order_id: Id,
          juror_id: Id,
          result: z.enum(['assigned', 'removed', 'unchanged', 'refused']),
          reason: z.string().nullable(),
        }),
      ),
    }),
    { codes: [403, 409, 423], invalidates: ['judging'] },
  ),
  secondLevelJudgeAwardList: judgeCall(
    'secondLevelJudgeAwardList',
    'GET',
    ChairListInput,
    JudgeList,
  ),
  batchShow: judgeCall(
    'batchShow',
    'POST',
    z.object({
      apply_order_ids: z.array(Id).min(1, 'Choose at least one entry').max(200),
      is_show: z.boolean(),
      reason: reason.optional(),
    }),
    z.object({
      updated: z.array(Id),
      skipped: z.array(z.object({ id: Id, reason: z.string() })),
    }),
  ),
} as const

const addedCall = addedCallsOf('judge')

/** An entry on the chair's board, with its place in the category. */
export const BoardRow = EntryMention.extend({
  section: Named,
  cover: Picture.nullable(),
  first_level: Aggregate,
  second_level: Aggregate,
  /** What counts, of both levels; null below the quorum. */
  final_score: z.number().nullable(),
  /** Place from 1; equal ones share it. Null without a score. */
  rank: z.int().nullable(),
  /** By which rule the place was told apart from one with the same score. */
  tie_rule: z.enum(TIE_RULES).nullable(),
  /** The level that the score reaches; a decision more than one away needs a reason. */
  eligible_award_id: Id.nullable(),
  award_id: Id.nullable(),
  decision_status: z.int(),
  decision_version: z.int(),
  entry_status: z.int(),
  is_to_discuss: z.boolean(),
  recommendations: z.array(z.object({ award_id: Id, count: z.int() })),
})
export type BoardRow = z.infer<typeof BoardRow>

/** A page of the board holds more than one of a list: places are compared with each other. */
const BoardPage = PageInput.extend({ pageSize: PageInput.shape.pageSize.default(100) })

export const SnapshotRow = z.object({
  snapshot_id: Id,
  edition_id: Id,
  entries: z.int(),
  votes: z.int(),
  frozen_at: Time,
  frozen_by: z.string().nullable(),
  sha256: z.string(),
  previous_sha256: z.string().nullable(),
})
export type SnapshotRow = z.infer<typeof SnapshotRow>

export const COMMENT_STATES = ['pending', 'released', 'withheld'] as const

/** A juror's comment for the entrant, before the entrant reads it. */
export const CommentRow = EntryMention.extend({
  score_id: Id,
  /** Of the score with the comment: moderation names the one that was read; servers of before do not say. */
  version: z.int().optional(),
  juror: z.string(),
  level: z.int(),
  comment: z.string(),
  state: z.enum(COMMENT_STATES),
  reason: z.string().nullable(),
  moderated_at: Time.nullable(),
})
export type CommentRow = z.infer<typeof CommentRow>

/** What publication does to one entry. */
export const PublishChange = EntryMention.extend({
  from: z.string(),
  to: z.enum(['awarded', 'not_awarded', 'left_open']),
  award: Named.nullable(),
  is_shown: z.boolean(),
})
export type PublishChange = z.infer<typeof PublishChange>

const Stepped = z.object({ entry_status: z.int(), entry_status_text: z.string() })

/** The chair's calls about results that the specification does not name. */
export const judgeAdded = {
  /** Hands an entry back to be put right; without `due_at` the entrant has a week. */
  requestCorrection: addedCall(
    'requestCorrection',
    'POST',
    ById.extend({
      note: text(1000, 5, 'Say what has to be put right'),
      due_at: Time.optional(),
    }),
    Stepped.extend({ correction_due_at: Time }),
    { codes: [403, 404, 409, 422], invalidates: ['judging'] },
  ),
  /**
   * Moves an edition to another phase by hand; logged. Into the embargo it freezes a snapshot. `dry_run` names the
   * consequences; where there are any, carrying it out names the fingerprint of the list that was read (409
   * `CONSEQUENCES`, with the list). Into "results published" publication alone leads (409 `NOT_PUBLISHED`).
   */
  changePhase: endpoint({
    name: 'judge/changePhase',
    method: 'POST',
    path: '/api/judge/changePhase',
    access: 'signed-in',
    input: z.object({
      phase_id: Id,
      reason: reason.optional(),
      dry_run: z.boolean().default(false),
      confirmed: text(80).optional(),
    }),
    output: PhaseList.extend({
      consequences: z.array(PhaseConsequence),
      /** Paid entries that nobody has admitted: they are not judged. 0 where judging has begun already. */
      not_admitted: z.int(),
      /** What `confirmed` has to name. */
      fingerprint: z.string(),
    }),
    codes: [403, 404, 409, 422, 423],
    added: true,
    invalidates: ['judging'],
    skipErrorHandler: true,
  }),
  /** One category by place, a page at a time, with levels and what is still open. */
  board: addedCall(
    'board',
    'GET',
    BoardPage.extend({ edition_id: optionalOfQuery(Id), category_id: Id }),
    z.object({
      category: Named,
      metric: z.enum(RESULT_METRICS),
      is_frozen: z.boolean(),
      levels: z.array(Named.extend({ colour: z.string(), min_score: z.number().nullable() })),
      /** The entries of the page, by place. */
      entries: z.array(BoardRow),
      total: z.int(),
      current: z.int(),
      pageSize: z.int(),
      /** How many entries of the whole category are given which level; null is no decision yet. */
      decided: z.array(z.object({ award_id: Id.nullable(), count: z.int() })),
      /** How many of them get no award; servers of before do not say. */
      no_award: z.int().optional(),
      /** The first groups that no rule has told apart, on whatever page: they wait for the chair. */
      ties: z.array(
        z.object({
          apply_order_ids: z.array(Id),
          score: z.number(),
          entries: z.array(EntryMention),
        }),
      ),
      /** How many groups wait. */
      ties_total: z.int(),
    }),
    { tags: ['judging', 'score'] },
  ),
  /** The chair's casting vote on a tie: the order of the entries, or ex aequo. Logged with its reason. */
  castVote: addedCall(
    'castVote',
    'POST',
    z.object({
      apply_order_ids: z.array(Id).min(2, 'Choose at least two entries').max(20),
      ex_aequo: z.boolean().default(false),
      reason,
    }),
    z.object({ recorded: z.literal(true) }),
    { codes: [403, 409, 423], invalidates: ['judging', 'score'], skipErrorHandler: true },
  ),
  /** Ends the discussion of an entry on which the jurors disagree. */
  closeDiscussion: addedCall(
    'closeDiscussion',
    'POST',
    ById.extend({ reason }),
    z.object({ closed_at: Time }),
    { codes: [403, 409, 423], invalidates: ['judging', 'score'], skipErrorHandler: true },
  ),
  snapshotList: addedCall(
    'snapshotList',
    'GET',
    PageInput.extend({ edition_id: optionalOfQuery(Id) }),
    pageOf(SnapshotRow),
    { tags: ['judging', 'score'] },
  ),
  /** Computes a snapshot again from its own inputs and compares the fingerprints. */
  verifySnapshot: addedCall(
    'verifySnapshot',
    'POST',
    z.object({ snapshot_id: Id }),
    z.object({ sha256: z.string(), recomputed_sha256: z.string(), is_equal: z.boolean() }),
    { codes: [403, 404] },
  ),
  /**
   * Publishes the results of an edition in one transaction; `dry_run` only says what would change, and what is open.
   * What is undecided stays out of it: with `without_award` the entries that were judged whole and have no decision
   * get no award, but for those in conflict with the chair. `plan` is the one that was looked at (409 `PLAN_CHANGED`).
   */
  publish: endpoint({
    name: 'judge/publish',
    method: 'POST',
    path: '/api/judge/publish',
    access: 'signed-in',
    input: z.object({
      edition_id: Id,
      dry_run: z.boolean().default(false),
      without_award: z.boolean().default(false),
      plan: text(80).optional(),
    }),
    output: z.object({
      awarded: z.int(),
      not_awarded: z.int(),
      shown: z.int(),
      certificates: z.int(),
      skipped: z.array(z.object({ id: Id, reason: z.string() })),
      published_at: Time.nullable(),
      /** Fingerprint of what was found; carrying it out may name it. */
      plan: z.string(),
      /** What is open, kind by kind; a kind with nothing is left out. */
      checklist: z.array(OpenWork),
      /** Entries that `without_award` leaves without an award. */
      without_decision: z.int(),
      /** Entry by entry, at most 1,000 of them; a dry run alone tells them. */
      changes: z.array(PublishChange),
    }),
    codes: [403, 404, 409, 423],
    added: true,
    invalidates: ['judging'],
  }),
  /** Takes a published award back: certificate revoked, entry hidden; the reason goes to the entrant. */
  revokeAward: addedCall('revokeAward', 'POST', ById.extend({ reason }), Stepped, {
    codes: [403, 409],
    invalidates: ['judging', 'score'],
    skipErrorHandler: true,
  }),
  /** Takes an entry out of the competition before its results are out. */
  disqualify: addedCall('disqualify', 'POST', ById.extend({ reason }), Stepped, {
    codes: [403, 409],
    invalidates: ['judging', 'score'],
    skipErrorHandler: true,
  }),
  commentList: addedCall(
    'commentList',
    'GET',
    PageInput.extend({
      edition_id: optionalOfQuery(Id),
      category_id: optionalOfQuery(Id),
      state: optionalOfQuery(z.enum(COMMENT_STATES)),
    }),
    pageOf(CommentRow),
    { tags: ['judging', 'score'] },
  ),
  /**
   * Releases comments to the entrants or keeps them back, with a reason. A comment with another version than the one in
   * `versions` was changed by its juror after it was read: it is left as it is and not among `updated`.
   */
  moderateComments: addedCall(
    'moderateComments',
    'POST',
    z.object({
      score_ids: z.array(Id).min(1, 'Choose at least one comment').max(200),
      /** Version of each score as it was read; pages of before do not say. */
      versions: z.record(Id, z.int()).optional(),
      state: z.enum(['released', 'withheld']),
      reason: reason.optional(),
    }),
    z.object({ updated: z.array(Id) }),
    { codes: [403, 422], invalidates: ['judging', 'score'] },
  ),
} as const
