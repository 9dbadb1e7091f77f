import { z } from 'zod'
import { ScoreValue, TOTAL_MAXIMUM } from '../../domain/index.ts'
import { callsOf, Nothing } from '../endpoint.ts'
import {
  QueueInput,
  ById,
  CodeRow,
  PhaseList,
  Progress,
  reason,
  ReviewList,
  SubJudgeRow,
  SubJudges,
} from './review-rows.ts'
import { Id, text, Time } from '../values.ts'

const subJudgeCall = callsOf('subJudge')
const subjudgesCall = callsOf('subjudges')

/** First set of a sub-juror (identity 2): the screen `/subjuryreview`. */
export const subJudge = {
  subJuryAwardList: subJudgeCall('subJuryAwardList', 'GET', QueueInput, ReviewList, {
    tags: ['judging', 'score'],
  }),
  award: subJudgeCall(
    'award',
    'POST',
    ById.extend({ award_id: Id, comment: text(500).default('') }),
    z.object({ decision_status: z.int() }),
    { codes: [403, 409, 423], invalidates: ['judging', 'score'] },
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
    { tags: ['judging', 'score'] },
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
    { codes: [403, 409, 423], invalidates: ['judging', 'score'], skipErrorHandler: true },
  ),
  /**
   * Saves a draft or submits. A submission names the total that its juror has seen, `seen_total`: another one is refused
   * with 409 `SEEN` and the score as it is saved, as a save over another version is with 409 `VERSION`. `recuse` declares a conflict and gives the entry back; `abstain` gives no score;
   * `reopen` takes a submission back in the moment after it (`undo_until`).
   */
  score: subjudgesCall(
    'score',
    'POST',
    ById.extend({
      items: z.array(z.object({ criterion_id: Id, value: ScoreValue })).max(20),
      comment_private: text(2000).default(''),
      comment_entrant: text(1000).default(''),
      is_draft: z.boolean().default(true),
      version: z.int().min(0),
      /** Left out by releases of before. */
      seen_total: z.number().min(0).max(TOTAL_MAXIMUM).optional(),
      recuse: z.object({ type: text(30), note: text(500).default('') }).optional(),
      abstain: z.object({ reason: text(500, 5, 'Say why you give no score') }).optional(),
      reopen: z.boolean().optional(),
    }),
    z.object({
      total: z.number(),
      version: z.int(),
      is_draft: z.boolean(),
      progress: Progress,
      /** Of the entries that are left, the one that the fewest jurors have scored. */
      next_id: Id.nullable(),
      /** Until when the submission can be taken back. */
      undo_until: Time.nullable(),
    }),
    { codes: [403, 409, 423], invalidates: ['score'], skipErrorHandler: true },
  ),
  getInvitationCode: subjudgesCall('getInvitationCode', 'GET', Nothing, z.array(CodeRow)),
  getAgentCode: subjudgesCall('getAgentCode', 'GET', Nothing, z.array(CodeRow)),
  getPhase: subjudgesCall('getPhase', 'GET', Nothing, PhaseList, { tags: ['judging'] }),
  getSubJudges: subjudgesCall(
    'getSubJudges',
    'GET',
    ById,
    SubJudges.extend({ list: z.array(SubJudgeRow.partial({ name: true })) }),
  ),
} as const
