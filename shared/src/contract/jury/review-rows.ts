import { z } from 'zod'
import { QUEUE_STATES } from '../../domain/index.ts'
import { copiedShape } from './table-columns.ts'
import { Id, optionalOfQuery, PageInput, pageOf, Picture, text, Time } from '../endpoint.ts'

export const ById = z.object({ apply_order_id: Id })
export const Named = z.object({ id: Id, code: z.string(), name: z.string() })
export const status = z.coerce.number().int().min(0).max(99)
export const reason = text(500, 5, 'Give the reason')

/** The chair marks a fee as paid or unpaid by hand: with a reason, and evidence where money has come. */
export const FeeChange = ById.extend({
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
export const FeeChanged = z.object({ status: z.int(), version: z.int(), changed: z.boolean() })

/** Aggregate of the submitted votes of a level; absent below the quorum. */
export const Aggregate = z.object({
  votes: z.int(),
  quorum: z.int(),
  mean: z.number().nullable(),
  median: z.number().nullable(),
  trimmed: z.number().nullable(),
  balanced: z.number().nullable(),
  deviation: z.number().nullable(),
  /** Highest total minus the lowest. */
  range: z.number().nullable(),
  /** The figure that counts: `trimmed` where every juror of the category has scored every entry, else `balanced`. */
  official: z.number().nullable(),
  is_divergent: z.boolean(),
})
export type Aggregate = z.infer<typeof Aggregate>

/** A row of the chair's table. Its columns are described in `TABLE_COLUMNS`; one that the reader may not see is null. */
export const JudgeRow = z.object({
  apply_order_id: Id,
  ...copiedShape,
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
  /**
   * The official figure of the entry, which every screen, file and order shows under the same name. Null below the
   * quorum of the first level, and while the second one has begun without its own.
   */
  final_score: z.number().nullable(),
  award: Named.extend({ colour: z.string() }).nullable(),
  decision_status: z.int(),
  decision_version: z.int(),
  is_show: z.boolean(),
  version: z.int(),
  code: z.string().nullable(),
  /** The jurors disagreed, and nobody has closed the discussion or added a score since. */
  is_to_discuss: z.boolean(),
  /** A juror has told that the sheet shows whose work it is. */
  is_reported: z.boolean(),
})
export type JudgeRow = z.infer<typeof JudgeRow>

/** A page of the chair's table, with the identifiers of the whole list in its order if they were asked for. */
export const JudgeList = pageOf(JudgeRow).extend({ ids: z.array(Id).optional() })

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
  /** The official figure: as in the chair's table; for the second level alone. */
  final_score: z.number().nullable(),
  award: Named.extend({ colour: z.string() }).nullable(),
  decision_status: z.int(),
  decision_version: z.int(),
})
export type ReviewRow = z.infer<typeof ReviewRow>

export const Progress = z.object({
  assigned: z.int(),
  submitted: z.int(),
  draft: z.int(),
  recused: z.int(),
  abstained: z.int(),
})
export type Progress = z.infer<typeof Progress>

export const ReviewList = pageOf(ReviewRow).extend({
  progress: Progress,
  /** The first entries that were scored, offered again at the end: the first marks are the least sure. */
  recheck: z.array(Id),
})

export const PhaseInfo = z.object({
  id: Id,
  edition: z.object({ id: Id, code: z.string(), name: z.string() }),
  phase: z.int(),
  code: z.string(),
  name: z.string(),
  starts_at: Time,
  ends_at: Time,
  is_current: z.boolean(),
  /** Set by hand, so that its dates do not count. */
  is_forced: z.boolean(),
  /** Its date has passed, by the server's clock. */
  is_over: z.boolean(),
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
export const PhaseList = z.object({ current: PhaseInfo.nullable(), list: z.array(PhaseInfo) })

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

export const SubJudges = z.object({
  list: z.array(SubJudgeRow),
  assigned: z.int(),
  submitted: z.int(),
  quorum: z.int(),
})

/** The `sort` of a juror's list by which no entry moves, whatever is scored: “7 of 40” stays the seventh. */
export const READING_ORDER = 'reading'

/** What narrows a list of entries under review. */
export const ListInput = PageInput.extend({
  keyword: optionalOfQuery(text(80)),
  category_id: optionalOfQuery(Id),
  section_id: optionalOfQuery(Id),
  edition_id: optionalOfQuery(Id),
  sort: optionalOfQuery(text(30)),
})
/** Lists of what is to be done, beside the filters. */
export const CHAIR_QUEUES = [
  'to_discuss',
  'missing_votes',
  'recommended',
  'undecided',
  'unconfirmed',
  'reported',
] as const
export type ChairQueue = (typeof CHAIR_QUEUES)[number]

/** The chair's filters. */
export const ChairListInput = ListInput.extend({
  entry_status: optionalOfQuery(status),
  entry_fee_status: optionalOfQuery(status),
  winner_fee_status: optionalOfQuery(status),
  decision_status: optionalOfQuery(status),
  is_show: optionalOfQuery(z.enum(['0', '1'])),
  code: optionalOfQuery(text(40)),
  /** What waits for somebody: a discussion, votes, the chair, the second level, or a look at a sheet. */
  queue: optionalOfQuery(z.enum(CHAIR_QUEUES)),
  /** Asks for the identifiers of the whole list beside the page, so that all of it can be chosen. */
  with_ids: optionalOfQuery(z.literal('1')),
})
/** The filters of a juror's queue. */
export const QueueInput = ListInput.extend({
  state: optionalOfQuery(z.enum(QUEUE_STATES)),
})
