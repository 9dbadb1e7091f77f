import { z } from 'zod'
import { ScoreValue } from '../domain/index.ts'
import { endpoint, Nothing, type ErrorCode } from './endpoint.ts'
import { pageOf, PageInput } from './page.ts'
import { Id, optionalOfQuery, Picture, text, Time } from './values.ts'

const ById = z.object({ apply_order_id: Id })
const Named = z.object({ id: Id, code: z.string(), name: z.string() })
const status = z.coerce.number().int().min(0).max(99)
const reason = text(500, 5, 'Give the reason')

/** Aggregate of the submitted votes of a level; absent below the quorum. */
export const Aggregate = z.object({
  votes: z.int(),
  quorum: z.int(),
  mean: z.number().nullable(),
  median: z.number().nullable(),
  trimmed: z.number().nullable(),
  balanced: z.number().nullable(),
  deviation: z.number().nullable(),
  is_divergent: z.boolean(),
})
export type Aggregate = z.infer<typeof Aggregate>

/** A row of the chair's table. Money columns are there only with `can_manage_fees`. */
export const JudgeRow = z.object({
  apply_order_id: Id,
  entry_no: z.string(),
  judging_no: z.string(),
  title: z.string(),
  cover: Picture.nullable(),
  category: Named,
  section: Named,
  edition: z.object({ id: Id, code: z.string(), name: z.string() }),
  entry_status: z.int(),
  entry_status_text: z.string(),
  entry_fee_status: z.int().nullable(),
  entry_fee_status_text: z.string().nullable(),
  winner_fee_status: z.int().nullable(),
  winner_fee_status_text: z.string().nullable(),
  assigned: z.int(),
  submitted: z.int(),
  first_level: Aggregate,
  second_level: Aggregate,
  final_score: z.number().nullable(),
  award: Named.extend({ colour: z.string() }).nullable(),
  decision_status: z.int(),
  decision_version: z.int(),
  is_show: z.boolean(),
  version: z.int(),
  code: z.string().nullable(),
})
export type JudgeRow = z.infer<typeof JudgeRow>

/** A row of a sub-juror's or second-level juror's queue: blind. */
export const ReviewRow = z.object({
  apply_order_id: Id,
  judging_no: z.string(),
  title: z.string(),
  summary: z.string(),
  cover: Picture.nullable(),
  category: Named,
  section: Named,
  assignment_status: z.int(),
  own_total: z.number().nullable(),
  is_draft: z.boolean(),
  due_at: Time.nullable(),
  /** First-level figures: null until the caller has submitted a score of one's own. */
  first_level: Aggregate.nullable(),
  second_level: Aggregate.nullable(),
  award: Named.extend({ colour: z.string() }).nullable(),
  decision_status: z.int(),
  decision_version: z.int(),
})
export type ReviewRow = z.infer<typeof ReviewRow>

const Progress = z.object({
  assigned: z.int(),
  submitted: z.int(),
  draft: z.int(),
  recused: z.int(),
})
export type Progress = z.infer<typeof Progress>

const ReviewList = pageOf(ReviewRow).extend({ progress: Progress })

export const PhaseInfo = z.object({
  id: Id,
  edition: z.object({ id: Id, code: z.string(), name: z.string() }),
  phase: z.int(),
  code: z.string(),
  name: z.string(),
  starts_at: Time,
  ends_at: Time,
  is_current: z.boolean(),
  capabilities: z.object({
    can_score_levels: z.array(z.int()),
    can_award_levels: z.array(z.int()),
    can_assign: z.boolean(),
    blind_entrant: z.boolean(),
    see_other_scores: z.enum(['never', 'after_own', 'always']),
    see_juror_names: z.boolean(),
    entrants_can_edit: z.boolean(),
    fee_open: z.boolean(),
    can_publish: z.boolean(),
  }),
})
export type PhaseInfo = z.infer<typeof PhaseInfo>
const PhaseList = z.object({ current: PhaseInfo.nullable(), list: z.array(PhaseInfo) })

export const CodeRow = z.object({
  code: z.string(),
  kind: z.enum(['juror_invite', 'entrant_invite', 'agent']),
  label: z.string(),
  owner_name: z.string().nullable(),
  mine: z.boolean(),
  active: z.boolean(),
  valid_until: Time.nullable(),
  max_uses: z.int().nullable(),
  redeemed: z.int(),
  share_url: z.string(),
})

export const SubJudgeRow = z.object({
  juror_id: Id,
  name: z.string(),
  level: z.int(),
  expertise_match: z.boolean(),
  /** Live assignments of this juror in the edition. */
  load: z.int(),
  assigned: z.boolean(),
  assignment_status: z.int().nullable(),
  /** Kind of the conflict of interest, which blocks an assignment. */
  conflict: z.string().nullable(),
})
export type SubJudgeRow = z.infer<typeof SubJudgeRow>

const SubJudges = z.object({
  list: z.array(SubJudgeRow),
  assigned: z.int(),
  submitted: z.int(),
  quorum: z.int(),
})

const ListInput = PageInput.extend({
  keyword: optionalOfQuery(text(80)),
  category_id: optionalOfQuery(Id),
  section_id: optionalOfQuery(Id),
  edition_id: optionalOfQuery(Id),
  sort: optionalOfQuery(text(30)),
})
const ChairListInput = ListInput.extend({
  entry_status: optionalOfQuery(status),
  entry_fee_status: optionalOfQuery(status),
  winner_fee_status: optionalOfQuery(status),
  decision_status: optionalOfQuery(status),
  is_show: optionalOfQuery(z.enum(['0', '1'])),
  code: optionalOfQuery(text(40)),
})
const QueueInput = ListInput.extend({
  state: optionalOfQuery(z.enum(['todo', 'draft', 'done', 'recused'])),
})

const call =
  <const G extends string>(group: G) =>
  <
    const N extends string,
    const M extends 'GET' | 'POST',
    I extends z.ZodObject,
    O extends z.ZodType,
  >(
    name: N,
    method: M,
    input: I,
    output: O,
    codes: readonly ErrorCode[] = [403],
  ) =>
    endpoint({
      name: `${group}/${name}`,
      method,
      path: `/api/${group}/${name}`,
      access: 'signed-in',
      input,
      output,
      codes,
    })

const judgeCall = call('judge')
const subJudgeCall = call('subJudge')
const subjudgesCall = call('subjudges')

const FeeChange = ById.extend({
  status,
  version: z.int(),
  reason: reason.optional(),
  evidence: z
    .object({
      amount_minor: z.int().min(0),
      value_date: z.iso.date('Give the value date'),
      reference: text(80, 1, 'Give the reference of the bank'),
    })
    .optional(),
})
const FeeChanged = z.object({ status: z.int(), version: z.int(), changed: z.boolean() })

/** Calls of identity 1, the chair. */
export const judge = {
  judgeEntryList: judgeCall('judgeEntryList', 'GET', ChairListInput, pageOf(JudgeRow)),
  changeEntryFeeStatus: judgeCall(
    'changeEntryFeeStatus',
    'POST',
    FeeChange,
    FeeChanged,
    [403, 409],
  ),
  getInvitationCode: judgeCall('getInvitationCode', 'GET', Nothing, z.array(CodeRow)),
  changeWinnerPackageFeeStatus: judgeCall(
    'changeWinnerPackageFeeStatus',
    'POST',
    FeeChange,
    FeeChanged,
    [403, 409],
  ),
  /** Awards provisionally; `award_id` null clears the decision. 409 `QUORUM` or `DIVERGENCE`. */
  award: judgeCall(
    'award',
    'POST',
    ById.extend({
      award_id: Id.nullable(),
      version: z.int(),
      reason: reason.optional(),
      close_divergence: z.boolean().optional(),
    }),
    z.object({ decision_status: z.int(), version: z.int() }),
    [403, 409, 423],
  ),
  isShow: judgeCall(
    'isShow',
    'POST',
    ById.extend({ is_show: z.boolean(), reason: reason.optional() }),
    z.object({ is_show: z.boolean() }),
    [403, 409],
  ),
  downloadZip: judgeCall(
    'downloadZip',
    'GET',
    ById,
    z.object({ url: z.string(), size: z.int().nullable() }),
  ),
  batchDownloadZip: judgeCall(
    'batchDownloadZip',
    'GET',
    ChairListInput.omit({ current: true, pageSize: true }).extend({
      /** Identifiers joined by commas; with none the filters decide, at most 500 entries. */
      ids: optionalOfQuery(z.string().max(12_000)),
    }),
    z.object({ url: z.string(), entries: z.int() }),
    [403, 409],
  ),
  getAgentCode: judgeCall('getAgentCode', 'GET', Nothing, z.array(CodeRow)),
  getPhase: judgeCall('getPhase', 'GET', Nothing, PhaseList),
  getSubJudges: judgeCall('getSubJudges', 'GET', ById, SubJudges),
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
    [403, 409, 423],
  ),
  secondLevelJudgeAwardList: judgeCall(
    'secondLevelJudgeAwardList',
    'GET',
    ChairListInput,
    pageOf(JudgeRow),
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

/** The chair's calls that the specification does not name. */
export const judgeAdded = {
  /** Moves an edition to another phase by hand; logged. */
  changePhase: endpoint({
    name: 'judge/changePhase',
    method: 'POST',
    path: '/api/judge/changePhase',
    access: 'signed-in',
    input: z.object({ phase_id: Id, reason }),
    output: PhaseList,
    codes: [403, 404, 409],
    added: true,
  }),
  /** Publishes the results of an edition in one transaction; `dry_run` only says what would change. */
  publish: endpoint({
    name: 'judge/publish',
    method: 'POST',
    path: '/api/judge/publish',
    access: 'signed-in',
    input: z.object({ edition_id: Id, dry_run: z.boolean().default(false) }),
    output: z.object({
      awarded: z.int(),
      not_awarded: z.int(),
      shown: z.int(),
      certificates: z.int(),
      skipped: z.array(z.object({ id: Id, reason: z.string() })),
      published_at: Time.nullable(),
    }),
    codes: [403, 404, 409, 423],
    added: true,
  }),
} as const

/** First set of a sub-juror (identity 2): the screen `/subjuryreview`. */
export const subJudge = {
  subJuryAwardList: subJudgeCall('subJuryAwardList', 'GET', QueueInput, ReviewList),
  award: subJudgeCall(
    'award',
    'POST',
    ById.extend({ award_id: Id, comment: text(500).default('') }),
    z.object({ decision_status: z.int() }),
    [403, 409, 423],
  ),
} as const

/** Second set, by level (identities 2 and 3): scoring and the second level. */
export const subjudges = {
  subJuryAwardList: subjudgesCall('subJuryAwardList', 'GET', QueueInput, ReviewList),
  secondLevelJudgeAwardList: subjudgesCall(
    'secondLevelJudgeAwardList',
    'GET',
    QueueInput,
    ReviewList,
  ),
  awarded: subjudgesCall(
    'awarded',
    'POST',
    ById.extend({
      decision: z.enum(['confirm', 'decline']),
      award_id: Id.optional(),
      version: z.int(),
      reason: reason.optional(),
    }),
    z.object({ decision_status: z.int(), version: z.int() }),
    [403, 409, 423],
  ),
  /** Saves a draft or submits; `recuse` declares a conflict and gives the entry back. */
  score: subjudgesCall(
    'score',
    'POST',
    ById.extend({
      items: z.array(z.object({ criterion_id: Id, value: ScoreValue })).max(20),
      comment_private: text(2000).default(''),
      comment_entrant: text(1000).default(''),
      is_draft: z.boolean().default(true),
      version: z.int().min(0),
      recuse: z.object({ type: text(30), note: text(500).default('') }).optional(),
    }),
    z.object({
      total: z.number(),
      version: z.int(),
      is_draft: z.boolean(),
      progress: Progress,
    }),
    [403, 409, 423],
  ),
  getInvitationCode: subjudgesCall('getInvitationCode', 'GET', Nothing, z.array(CodeRow)),
  getAgentCode: subjudgesCall('getAgentCode', 'GET', Nothing, z.array(CodeRow)),
  getPhase: subjudgesCall('getPhase', 'GET', Nothing, PhaseList),
  getSubJudges: subjudgesCall(
    'getSubJudges',
    'GET',
    ById,
    SubJudges.extend({ list: z.array(SubJudgeRow.partial({ name: true })) }),
  ),
} as const
