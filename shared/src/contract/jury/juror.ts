import { z } from 'zod'
import {
  CONFLICT_SOURCES,
  CONFLICT_TYPES,
  type ConflictType,
  DECLARABLE_CONFLICTS,
  INVITED_LEVELS,
  ScoreValue,
  TOTAL_MAXIMUM,
} from '../../domain/index.ts'
import { addedCallsOf, callsOf, endpoint, Id, Nothing, text, Time } from '../endpoint.ts'
import {
  ById,
  CodeRow,
  Named,
  PhaseList,
  Progress,
  QueueInput,
  reason,
  ReviewList,
  SubJudgeRow,
  SubJudges,
} from './review-rows.ts'

const jury = addedCallsOf('jury')
const InvitationCode = z.object({
  code: text(60, 1, 'Open the link of your invitation again'),
})

/** What a juror agrees to, and the ties by which conflicts are found. */
export const Agreement = z.object({
  version: z.string(),
  title: z.string(),
  html: z.string(),
  /** When this version was signed; null where it is still to be signed, before the first entry. */
  signed_at: Time.nullable(),
  affiliations: z.array(z.string()),
  email_domains: z.array(z.string()),
})
export type Agreement = z.infer<typeof Agreement>

const domain = text(80, 1, 'Give a mail domain').regex(
  /^(?=.{4,80}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i,
  'Write a mail domain such as studio.example',
)

/** Calls of everybody with a seat on the jury, and of those who are offered one. */
export const jurySeat = {
  /** What an invitation offers. Opening it changes nothing, since mail scanners open links too. */
  invitation: endpoint({
    name: 'jury/invitation',
    method: 'GET',
    path: '/api/jury/invitation',
    access: 'public',
    input: InvitationCode,
    output: z.object({
      programme: z.string(),
      edition: z.string().nullable(),
      level: z.literal(INVITED_LEVELS),
      categories: z.array(Named),
      /** The invited address, masked: `a***@example.org`. */
      email: z.string(),
      valid_until: Time.nullable(),
    }),
    codes: [404, 410],
    added: true,
    skipErrorHandler: true,
  }),
  /** Takes the seat: once, by the account of the invited address. */
  acceptInvitation: jury(
    'acceptInvitation',
    'POST',
    InvitationCode,
    z.object({ identity: z.int(), home_route: z.string() }),
    { codes: [404, 409, 410], invalidates: ['user', 'judging', 'code'], skipErrorHandler: true },
  ),
  agreement: jury('agreement', 'GET', Nothing, Agreement, {
    tags: ['judging'],
    skipErrorHandler: true,
  }),
  /** Signs the agreement and states affiliations; conflicts are looked for at once. */
  signAgreement: jury(
    'signAgreement',
    'POST',
    z.object({
      version: text(20, 1),
      accepted: z.literal(true, 'Accept the agreement to go on'),
      affiliations: z
        .array(text(120, 2, 'Give the name of the organisation'))
        .max(30, 'Give at most 30 organisations'),
      email_domains: z.array(domain).max(20, 'Give at most 20 domains'),
    }),
    z.object({ signed_at: Time, conflicts: z.int() }),
    { codes: [403, 409], invalidates: ['judging', 'score'], skipErrorHandler: true },
  ),
  /** A juror of any level steps back from an entry; somebody else takes the seat. */
  declareConflict: jury(
    'declareConflict',
    'POST',
    ById.extend({
      type: z.enum(
        DECLARABLE_CONFLICTS as [ConflictType, ...ConflictType[]],
        'Choose the kind of conflict',
      ),
      note: text(500).default(''),
    }),
    z.object({ declared: z.literal(true) }),
    { codes: [403, 423] },
  ),
  /** Conflicts that the caller has declared. */
  conflicts: jury(
    'conflicts',
    'GET',
    Nothing,
    z.array(
      z.object({
        judging_no: z.string(),
        type: z.enum(CONFLICT_TYPES),
        source: z.enum(CONFLICT_SOURCES),
        at: Time,
      }),
    ),
  ),
  /** Tells those who run the jury that a sheet shows whose work it is. */
  reportIdentity: jury(
    'reportIdentity',
    'POST',
    ById.extend({
      /** A picture of the sheet; without one the text is meant. */
      file_id: Id.optional(),
      note: text(500, 3, 'Say where the name can be seen'),
    }),
    z.object({ reported: z.literal(true) }),
    { skipErrorHandler: true },
  ),
} as const

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
  /** Confirms the chair's award, or another `award_id`, or declines; `award_id` is ignored then, and the award stays. */
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
   * with 409 `SEEN` and the score as it is saved, as a save over another version is with 409 `VERSION`. `recuse` declares
   * a conflict and gives the entry back; `abstain` gives no score; `reopen` takes a submission back in the moment after it
   * (`undo_until`): the one that it replaced counts again and is answered, else it becomes a draft.
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
