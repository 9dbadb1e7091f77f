import { z } from 'zod'
import { addedCallsOf, Id, optionalOfQuery, text, Time } from '../endpoint.ts'
import { ById, Named, reason } from './review-rows.ts'

export const AGENDA_STATES = ['waiting', 'now', 'done'] as const
export const AGENDA_STEPS = ['add', 'remove', 'up', 'down', 'now', 'done'] as const

/** An entry of the meeting. */
export const AgendaItem = z.object({
  apply_order_id: Id,
  judging_no: z.string(),
  title: z.string(),
  category: Named,
  state: z.enum(AGENDA_STATES),
  begun_at: Time.nullable(),
  comments: z.int(),
  summary: z.enum(['none', 'draft', 'released']),
})
export type AgendaItem = z.infer<typeof AgendaItem>

/** The meeting as one reader follows it. */
export const Agenda = z.object({
  edition_id: Id.nullable(),
  /** Goes up with every change; a change names the one it saw. */
  revision: z.int(),
  is_frozen: z.boolean(),
  /** The jury discusses an entry, whether the reader may see it or not. */
  is_meeting: z.boolean(),
  /** A juror reads the entries with an own score only: "disputed" would lean on a score that is still to come. */
  items: z.array(AgendaItem),
})
export type Agenda = z.infer<typeof Agenda>

/** A contribution to a thread. */
export const DeliberationComment = z.object({
  id: Id,
  level: z.int(),
  /** A name where the reader may know it, else the letter of the score sheet; null for a chair without a name. */
  juror: z.string().nullable(),
  is_named: z.boolean(),
  is_own: z.boolean(),
  /** Null once it was taken back, and for jurors once the chair has hidden it. */
  text: z.string().nullable(),
  at: Time,
  edited_at: Time.nullable(),
  is_removed: z.boolean(),
  /** The text was erased with the person that it named or that wrote it, or after its time. */
  is_erased: z.boolean(),
  hidden_reason: z.string().nullable(),
  is_hidden: z.boolean(),
  /** The author has come into conflict or stepped back since; jurors do not get these. */
  is_excluded: z.boolean(),
  /** Until when the author may change it or take it back; null for everybody else. */
  editable_until: Time.nullable(),
})
export type DeliberationComment = z.infer<typeof DeliberationComment>

/** A vote at the beginning of the discussion and now. */
export const DeliberatedVote = z.object({
  level: z.int(),
  juror: z.string(),
  is_named: z.boolean(),
  is_own: z.boolean(),
  /** The total when the discussion began, for the chair and the juror of the vote; null for others or without a vote. */
  before: z.number().nullable(),
  total: z.number().nullable(),
  /** `new`: the first vote came after the discussion had begun; `withdrawn`: the vote does not count any more. */
  change: z.enum(['none', 'rescored', 'new', 'withdrawn']),
})
export type DeliberatedVote = z.infer<typeof DeliberatedVote>

/** The thread of a disputed entry. */
export const Deliberation = z.object({
  apply_order_id: Id,
  /**
   * Why the reader sees no thread: none was opened, the own score is missing, or the phase keeps votes apart. Before the
   * own score a juror is not told whether there is one.
   */
  hidden: z.enum(['none', 'own_score', 'phase']).nullable(),
  can_write: z.boolean(),
  is_frozen: z.boolean(),
  state: z.enum(AGENDA_STATES).nullable(),
  begun_at: Time.nullable(),
  comments: z.array(DeliberationComment),
  votes: z.array(DeliberatedVote),
  summary: z
    .object({
      text: z.string(),
      /** Names are blacked out for this reader; the text that came back unchanged keeps them. */
      is_masked: z.boolean(),
      is_released: z.boolean(),
      version: z.int(),
    })
    .nullable(),
})
export type Deliberation = z.infer<typeof Deliberation>

const jury = addedCallsOf('jury')
const reads = { tags: ['judging', 'score'], skipErrorHandler: true } as const
const writes = { codes: [403, 409, 423], invalidates: ['judging'], skipErrorHandler: true } as const

/** Deliberation: agenda, threads and agreed summaries. */
export const deliberation = {
  /** The agenda of the edition under review, or of another one. */
  agenda: jury('agenda', 'GET', z.object({ edition_id: optionalOfQuery(Id) }), Agenda, reads),
  /** The chair adds, orders and moves; 409 `VERSION` if somebody else moved first. */
  changeAgenda: jury(
    'changeAgenda',
    'POST',
    ById.extend({ step: z.enum(AGENDA_STEPS), revision: z.int().min(0) }),
    z.object({ revision: z.int() }),
    writes,
  ),
  deliberation: jury('deliberation', 'GET', ById, Deliberation, reads),
  /** Adds a comment, or changes an own one; 423 before the own score and after the freeze. */
  comment: jury(
    'comment',
    'POST',
    ById.extend({ comment_id: Id.optional(), text: text(2000, 1) }),
    z.object({ comment_id: Id }),
    writes,
  ),
  /** The author takes a comment back; the chair hides one with a reason. */
  removeComment: jury(
    'removeComment',
    'POST',
    ById.extend({ comment_id: Id, reason: reason.optional() }),
    z.object({ comment_id: Id }),
    writes,
  ),
  /**
   * The chair writes what was agreed; once released, the entrant reads it with the results. A released summary is
   * reopened with a reason: 409 `RELEASED` without one. 422 for a text with masks of redacted names.
   */
  summarise: jury(
    'summarise',
    'POST',
    ById.extend({
      text: text(2000),
      is_released: z.boolean(),
      version: z.int().min(0),
      reason: reason.optional(),
    }),
    z.object({ version: z.int() }),
    writes,
  ),
} as const
