import { z } from 'zod'
import { callsOf, Nothing } from './endpoint.ts'
import { ChairListInput } from './review-filters.ts'
import { ById, CodeRow, JudgeList, PhaseList, reason, status, SubJudges } from './review-rows.ts'
import { Id, optionalOfQuery, text, Time } from './values.ts'

const judgeCall = callsOf('judge')

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
