import { z } from 'zod'
import {
  ACCOUNT_RIGHTS,
  ADMISSION_STATES,
  ADMISSION_WARNINGS,
  AUDIT_AREAS,
  Email,
  StoredAnswers,
} from '../../domain/index.ts'
import {
  addedCallsOf,
  Id,
  Nothing,
  optionalOfQuery,
  PageInput,
  pageOf,
  Picture,
  text,
  Time,
} from '../endpoint.ts'
import { AnsweredQuestion, EntryFile } from '../entry-rows.ts'
import { Named } from '../jury/review-rows.ts'

const call = addedCallsOf('organiser')
const right = z.enum(ACCOUNT_RIGHTS, 'Choose a right')

/** Somebody who may do something for the programme. */
export const TeamMember = z.object({
  user_id: Id,
  name: z.string(),
  email: z.string(),
  rights: z.array(z.object({ right, given_by: z.string().nullable(), given_at: Time })),
  is_self: z.boolean(),
  /** The person judges in an edition whose judging is open, so the rights rest until its results are out. */
  is_resting: z.boolean(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** Look-alikes come with the number of the other entry; the others name what was found. */
const Warning = z.object({ kind: z.enum(ADMISSION_WARNINGS), found: z.array(z.string()) })

/** An entry of the queue: submitted and paid, or on its way from there. */
export const AdmissionRow = z.object({
  apply_order_id: Id,
  entry_no: z.string(),
  title: z.string(),
  version: z.int(),
  entrant: z.object({
    name: z.string(),
    company: z.string().nullable(),
    country: z.string().nullable(),
  }),
  category: Named,
  section: Named,
  cover: Picture.nullable(),
  state: z.enum(ADMISSION_STATES).nullable(),
  /** The colleague who looks at it; every other one who admits may decide as well. */
  assignee: z.object({ user_id: Id, name: z.string() }).nullable(),
  entry_status: z.int(),
  entry_fee_status: z.int(),
  handed_in_at: Time.nullable(),
  paid_at: Time.nullable(),
  warnings: z.array(Warning),
  /** Names of the answers that changed since the entry was admitted, `pictures` among them; empty for a first look. */
  changed: z.array(z.string()),
  was_admitted: z.boolean(),
  correction: z
    .object({ note: z.string(), due_at: Time.nullable(), is_over: z.boolean() })
    .nullable(),
})
export type AdmissionRow = z.infer<typeof AdmissionRow>

/** The entry as its entrant handed it in, with what stood there when it was admitted. */
export const AdmissionEntry = AdmissionRow.extend({
  answers: StoredAnswers,
  /** Answers to questions of the programme, in words. */
  questions: z.array(AnsweredQuestion).optional(),
  /** The same as they were when the entry was admitted. */
  questions_before: z.array(AnsweredQuestion).optional(),
  files: z.array(EntryFile),
  email: z.string(),
  /** Latest day until which a correction may be asked for: the start of judging. */
  correction_until: Time.nullable(),
  before: StoredAnswers.nullable(),
  history: z.array(z.object({ code: z.string(), at: Time, detail: z.string().nullable() })),
})
export type AdmissionEntry = z.infer<typeof AdmissionEntry>

const MOST_AT_ONCE = 200
/** Whose entries a list has: those of the caller, or those that nobody has taken. */
export const ADMISSION_SHARES = ['mine', 'nobodys'] as const
const Chosen = z.object({
  /** Each with the version that was on screen: somebody else may have been faster. */
  entries: z
    .array(z.object({ apply_order_id: Id, version: z.coerce.number().int() }))
    .min(1, 'Choose an entry')
    .max(MOST_AT_ONCE, 'Choose at most 200 entries'),
})
/** One line for each chosen entry; those that are refused say why and are left as they were. */
const Results = z.object({
  done: z.int(),
  results: z.array(
    z.object({
      apply_order_id: Id,
      entry_no: z.string(),
      outcome: z.enum(['done', 'refused']),
      reason: z.string().nullable(),
      message: z.string().nullable(),
      /** What becomes of the fee: `none` where nothing was paid. */
      refund: z.enum(['none', 'requested']).nullable(),
    }),
  ),
})
export type AdmissionResults = z.infer<typeof Results>
const ACT = { codes: [403, 422], invalidates: ['organiser', 'judging'] } as const

const Changed = z.object({ changed: z.boolean() })

/** Admission and the team at the organiser's desk; the permission matrix says which right opens which call. */
export const organiser = {
  /** The queue of an edition by state, what waits longest first; without an edition the one that has most to do. */
  admissionList: call(
    'admissionList',
    'GET',
    PageInput.extend({
      edition_id: optionalOfQuery(Id),
      category_id: optionalOfQuery(Id),
      state: z.enum(ADMISSION_STATES).default('waiting'),
      share: optionalOfQuery(z.enum(ADMISSION_SHARES)),
      keyword: optionalOfQuery(text(80)),
    }),
    pageOf(AdmissionRow).extend({
      edition_id: Id.nullable(),
      editions: z.array(Named),
      /** Categories in which the edition has entries. */
      categories: z.array(Named),
      /** Everybody who may admit. */
      colleagues: z.array(z.object({ user_id: Id, name: z.string() })),
      counts: z.record(z.enum(ADMISSION_STATES), z.int()),
    }),
    { tags: ['organiser'], codes: [403, 422] },
  ),
  admissionEntry: call('admissionEntry', 'GET', z.object({ apply_order_id: Id }), AdmissionEntry, {
    tags: ['organiser'],
    codes: [403, 404],
  }),
  /** Admits entries to judging. */
  admit: call('admit', 'POST', Chosen, Results, ACT),
  /** Gives entries to a colleague who admits, or to nobody; who had them before is replaced. 409 `NO_ADMITTER`. */
  assignAdmission: call(
    'assignAdmission',
    'POST',
    z.object({
      apply_order_ids: z
        .array(Id)
        .min(1, 'Choose an entry')
        .max(MOST_AT_ONCE, 'Choose at most 200 entries'),
      user_id: Id.nullable(),
    }),
    z.object({ changed: z.int() }),
    { codes: [403, 409, 422], invalidates: ['organiser'] },
  ),
  /** Hands entries back until a date, with a note that the entrant reads; the entrant may edit and submit again. */
  askCorrection: call(
    'askCorrection',
    'POST',
    Chosen.extend({ note: text(1000, 5, 'Say what has to be put right'), due_at: Time }),
    Results,
    ACT,
  ),
  /** Refuses entries, with a reason that the entrant reads; a paid fee is given back. */
  refuse: call(
    'refuse',
    'POST',
    Chosen.extend({ reason: text(500, 5, 'Give the reason') }),
    Results,
    ACT,
  ),
  /** Everybody who holds a right. */
  team: call('team', 'GET', Nothing, z.object({ list: z.array(TeamMember) }), {
    tags: ['organiser'],
  }),
  /**
   * Gives a right to an account; the same again changes nothing. 409 `JUDGES` for somebody who judges while judging is
   * open, `HAS_ENTRIES` for somebody with works in an edition that is under way.
   */
  giveRight: call('giveRight', 'POST', z.object({ email: Email, right }), Changed, {
    codes: [403, 409, 422],
    invalidates: ['organiser'],
    skipErrorHandler: true,
  }),
  /** Takes a right back. 409 `LAST_ORGANISER` for the last who may organise. */
  takeRight: call('takeRight', 'POST', z.object({ user_id: Id, right }), Changed, {
    codes: [403, 404, 409, 422],
    invalidates: ['organiser', 'user'],
    skipErrorHandler: true,
  }),
} as const

const Day = z.iso.date('Give a day as 2027-01-31')

/** Who or what an act was about; without a name where the row is gone or is no row. */
const Subject = z.object({
  kind: z.enum(['person', 'entry', 'other']),
  id: z.string(),
  name: z.string(),
})

/** One act of the audit log, as the organiser reads it. */
export const AuditRow = z.object({
  audit_id: Id,
  at: Time,
  action: z.string(),
  /** Null where the server did it by itself, or nobody was signed in. */
  actor: z.object({ user_id: Id, name: z.string() }).nullable(),
  /** Null for what the jury does. */
  subject: Subject.nullable(),
  /** What it changed, by name; empty for what the jury does. */
  changes: z.array(
    z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
  reason: z.string().nullable(),
})
export type AuditRow = z.infer<typeof AuditRow>

const Filter = z.object({
  /** What the person did, and what was done to them and to their entries. */
  user_id: optionalOfQuery(Id),
  area: optionalOfQuery(z.enum(AUDIT_AREAS)),
  /** Whole days in the time zone of the programme, both included. */
  from: optionalOfQuery(Day),
  to: optionalOfQuery(Day),
})

/** Reading the audit log at the organiser's desk. */
export const auditDesk = {
  /** Acts, the newest first; `next` is what `before` has to be for the page after. */
  audit: call(
    'audit',
    'GET',
    Filter.extend({
      before: optionalOfQuery(Id),
      pageSize: z.coerce.number().int().min(1).max(100).default(50),
    }),
    z.object({
      list: z.array(AuditRow),
      next: Id.nullable(),
      person: z.object({ user_id: Id, name: z.string() }).nullable(),
    }),
    { tags: ['organiser'], codes: [403, 422] },
  ),
  /** The acts of a filter as a CSV file, at most a year of them; the link is short-lived. */
  exportAudit: call(
    'exportAudit',
    'POST',
    Filter.extend({ from: Day, to: Day }),
    z.object({ url: z.string(), filename: z.string(), rows: z.int() }),
    { codes: [403, 409, 422] },
  ),
} as const
