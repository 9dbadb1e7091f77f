import { z } from 'zod'
import {
  CONFLICT_EVIDENCE,
  CONFLICT_SOURCES,
  CONFLICT_STATES,
  CONFLICT_TYPES,
  type isDismissable,
} from '../../domain/index.ts'
import {
  addedCallsOf,
  Id,
  optionalOfQuery,
  PageInput,
  pageOf,
  Picture,
  text,
  Time,
} from '../endpoint.ts'
import { ListInput, ById, Named, reason } from './review-rows.ts'

const judge = addedCallsOf('judge')
const level = z.coerce.number().pipe(z.literal([2, 3], 'Choose level 2 or 3'))
const OfEdition = z.object({ edition_id: optionalOfQuery(Id) })
const JurorName = z.object({ juror_id: Id, name: z.string(), level: z.int() })

/** An entry as lists of the desk name it. */
export const EntryMention = ById.extend({
  judging_no: z.string(),
  entry_no: z.string(),
  title: z.string(),
  category: Named,
})
export type EntryMention = z.infer<typeof EntryMention>

/** A conflict as those who run the jury see it: without what the juror has confided. */
export const ConflictRow = EntryMention.extend({
  conflict_id: Id,
  juror: JurorName,
  type: z.enum(CONFLICT_TYPES),
  source: z.enum(CONFLICT_SOURCES),
  state: z.enum(CONFLICT_STATES),
  is_pinned: z.boolean(),
  evidence: z.enum(CONFLICT_EVIDENCE).nullable(),
  /** `isDismissable` of the domain. */
  can_dismiss: z.boolean(),
  at: Time,
}) satisfies z.ZodType<Parameters<typeof isDismissable>[0]>
export type ConflictRow = z.infer<typeof ConflictRow>

export const WorkloadRow = JurorName.extend({
  categories: z.array(Named),
  assigned: z.int(),
  opened: z.int(),
  draft: z.int(),
  submitted: z.int(),
  abstained: z.int(),
  recused: z.int(),
  conflicts: z.int(),
  agreement_signed: z.boolean(),
  last_active_at: Time.nullable(),
  reminded_at: Time.nullable(),
})
export type WorkloadRow = z.infer<typeof WorkloadRow>

/** What an assignment of the chosen entries would mean for one juror. Entries are named in the answer around it. */
export const AssignmentPreviewRow = JurorName.extend({
  /** Live assignments in the edition now, and with all entries that can be added. */
  load: z.int(),
  load_after: z.int(),
  /** How many of the entries are of a category of the juror. */
  matches: z.int(),
  assigned: z.array(Id),
  /** Of the assigned ones: a score is in, so the seat cannot be removed. */
  scored: z.array(Id),
  /** Entries that nobody can give to this juror, with the kind of the conflict. */
  conflicts: z.array(z.object({ apply_order_id: Id, type: z.string() })),
})
export type AssignmentPreviewRow = z.infer<typeof AssignmentPreviewRow>

/** How far the votes of a category reach. */
export const CoverageRow = z.object({
  category: Named,
  entries: z.int(),
  with_quorum: z.int(),
  without_seats: z.int(),
  missing_votes: z.int(),
  to_discuss: z.int(),
})
export type CoverageRow = z.infer<typeof CoverageRow>

/** What an automatic assignment would do, or has done. */
export const AssignmentPlan = z.object({
  /** Fingerprint of the plan; carrying it out asks for the one that was looked at. */
  plan: z.string(),
  applied: z.boolean(),
  entries: z.int(),
  seats: z.int(),
  jurors: z.array(JurorName.extend({ before: z.int(), after: z.int(), of_own_field: z.int() })),
  /** Entries that would have fewer jurors than asked for, at most 200 of `short_total`. */
  short: z.array(
    EntryMention.extend({
      missing: z.int(),
      reason: z.enum(['NO_JUROR_OF_FIELD', 'CONFLICTS', 'LOAD']),
    }),
  ),
  short_total: z.int(),
})
export type AssignmentPlan = z.infer<typeof AssignmentPlan>

/** Calls by which a chair runs the jury: conflicts, work, sheets. */
export const juryDesk = {
  conflictList: judge(
    'conflictList',
    'GET',
    ListInput.extend({
      juror_id: optionalOfQuery(Id),
      state: optionalOfQuery(z.enum(CONFLICT_STATES)),
    }),
    pageOf(ConflictRow),
    { tags: ['judging', 'score'] },
  ),
  /** The organiser's recusal: the juror cannot undo it. A vote that was given no longer counts. */
  pinConflict: judge(
    'pinConflict',
    'POST',
    ById.extend({
      juror_id: Id,
      type: z.enum(CONFLICT_TYPES, 'Choose the kind of conflict'),
      note: reason,
    }),
    z.object({ conflict_id: Id }),
    { codes: [403, 409, 423], invalidates: ['judging', 'score'], skipErrorHandler: true },
  ),
  /** Sets aside a conflict that the system has inferred; 409 `STANDS` for the others. */
  dismissConflict: judge(
    'dismissConflict',
    'POST',
    z.object({ conflict_id: Id, reason }),
    z.object({ state: z.enum(CONFLICT_STATES) }),
    { codes: [403, 409], invalidates: ['judging', 'score'], skipErrorHandler: true },
  ),

  /**
   * Gives every entry its jurors: of the field, without a conflict, the least loaded first. With `dry_run` it
   * only says what it would do; carried out, `plan` must be the one looked at (409 `PLAN_CHANGED`).
   */
  planAssignments: judge(
    'planAssignments',
    'POST',
    z.object({
      edition_id: Id.optional(),
      level,
      category_ids: z.array(Id).max(100).default([]),
      per_entry: z.int().min(1, 'Give at least one juror').max(15, 'Give at most 15 jurors'),
      max_load: z.int().min(1).max(10_000).optional(),
      /** Second level: who goes on, the best `share` percent of a category and all from `floor` points up. */
      shortlist: z
        .object({ share: z.int().min(0).max(100), floor: z.number().min(0).max(100) })
        .optional(),
      due_at: Time.optional(),
      dry_run: z.boolean().default(true),
      plan: text(80).optional(),
    }),
    AssignmentPlan,
    { codes: [403, 409, 423], invalidates: ['judging', 'score'], skipErrorHandler: true },
  ),
  /** Load, conflicts and seats of every juror over the chosen entries, before anything is assigned. */
  previewAssignments: judge(
    'previewAssignments',
    'POST',
    z.object({
      apply_order_ids: z.array(Id).min(1, 'Choose at least one entry').max(1000),
    }),
    z.object({ entries: z.array(EntryMention), jurors: z.array(AssignmentPreviewRow) }),
    { codes: [403] },
  ),
  workload: judge(
    'workload',
    'GET',
    OfEdition.extend({ level: optionalOfQuery(level) }),
    z.object({
      level: z.int(),
      quorum: z.int(),
      due_at: Time.nullable(),
      jurors: z.array(WorkloadRow),
      categories: z.array(CoverageRow),
    }),
    { tags: ['judging', 'score'] },
  ),
  /**
   * One mail to each of those who have work left; at most one a day. `dry_run` sends none and shows the mail to the first
   * of them, in the language of the chair and without the link that stops that juror's reminders.
   */
  remindJurors: judge(
    'remindJurors',
    'POST',
    z.object({
      edition_id: Id.optional(),
      juror_ids: z.array(Id).min(1, 'Choose at least one juror').max(200),
      dry_run: z.boolean().default(false),
    }),
    z.object({
      mail: z.object({ subject: z.string(), text: z.string() }).nullable(),
      sent: z.array(Id),
      skipped: z.array(
        z.object({
          juror_id: Id,
          /** `NOTHING_LEFT` also where no phase is ahead in which the juror's level gives scores. */
          reason: z.enum(['NOTHING_LEFT', 'TODAY', 'NO_ADDRESS', 'OPTED_OUT']),
        }),
      ),
    }),
    { invalidates: ['judging', 'score'] },
  ),

  /** The sheet as jurors read it, with what was taken out of it and what jurors have reported. */
  redaction: judge(
    'redaction',
    'GET',
    ById,
    z.object({
      texts: z.array(
        z.object({ field: z.string(), label: z.string().optional(), text: z.string() }),
      ),
      phrases: z.array(z.string()),
      hidden_file_ids: z.array(Id),
      /** All pictures of the entry, those that were taken out as well. */
      files: z.array(
        z.object({
          file_id: Id,
          kind: z.string(),
          alt: z.string(),
          picture: Picture.nullable(),
          is_hidden: z.boolean(),
        }),
      ),
      reports: z.array(
        z.object({
          report_id: Id,
          file_id: Id.nullable(),
          note: z.string(),
          at: Time,
          closed_at: Time.nullable(),
        }),
      ),
      version: z.int(),
    }),
    { tags: ['judging', 'score'] },
  ),
  /** Blacks phrases out of all texts and leaves pictures out of the blind sheet; closes the reports that were read. */
  redact: judge(
    'redact',
    'POST',
    ById.extend({
      phrases: z
        .array(text(200, 2, 'Give at least two characters'))
        .max(50, 'Give at most 50 phrases'),
      hidden_file_ids: z.array(Id).max(20).default([]),
      /** Reports that were on screen: a later one stays open. Pages of before do not say, and close all. */
      report_ids: z.array(Id).max(1000).optional(),
      version: z.int(),
    }),
    z.object({ version: z.int() }),
    { codes: [403, 409, 422], invalidates: ['judging', 'score'], skipErrorHandler: true },
  ),
  identityReportList: judge(
    'identityReportList',
    'GET',
    PageInput.extend({ state: optionalOfQuery(z.enum(['open', 'closed'])) }),
    pageOf(
      EntryMention.extend({
        report_id: Id,
        note: z.string(),
        at: Time,
        closed_at: Time.nullable(),
      }),
    ),
    { tags: ['judging', 'score'] },
  ),

  /** The table behind the chair's list, as a file; money columns ask for `can_manage_fees`. */
  exportTable: judge(
    'exportTable',
    'GET',
    z.object({
      format: z.enum(['csv', 'xlsx'], 'Choose csv or xlsx'),
      columns: z.enum(['scoring', 'money']).default('scoring'),
      /** Filters of the list, as its address has them. */
      filters: optionalOfQuery(text(1000)),
    }),
    z.object({ url: z.string(), rows: z.int() }),
    { codes: [403, 409] },
  ),
} as const

/** What is still open when an edition is frozen or published, and who would have to do something. */
export const OPEN_WORK = [
  'UNDECIDED',
  'RECOMMENDED',
  'TO_DISCUSS',
  'FIRST_LEVEL_VOTES',
  'SECOND_LEVEL_VOTES',
  'NOT_CONFIRMED',
  'NOT_JUDGED',
  'BELOW_THRESHOLD',
  'COMMENTS_PENDING',
] as const
export type OpenWorkKind = (typeof OPEN_WORK)[number]

/** One line of the checklist: how many entries, and the first 50 of them. */
export const OpenWork = z.object({
  kind: z.enum(OPEN_WORK),
  count: z.int(),
  entries: z.array(EntryMention),
})
export type OpenWork = z.infer<typeof OpenWork>

/** What a change of phase by hand brings with it, beside the open work that a freeze leaves behind. */
export const PHASE_CONSEQUENCES = [
  'SKIPPED',
  'BACK',
  'THAWED',
  'SCORES_MISSING',
  'DRAFTS_LEFT',
  ...OPEN_WORK,
] as const

export const PhaseConsequence = z.object({
  kind: z.enum(PHASE_CONSEQUENCES),
  count: z.int(),
  /** Codes of the phases that are passed over or gone back on. */
  phases: z.array(z.string()),
  /** The first entries of the open work. */
  entries: z.array(EntryMention),
})
export type PhaseConsequence = z.infer<typeof PhaseConsequence>
