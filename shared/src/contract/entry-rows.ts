import { z } from 'zod'
import {
  CHANNELS,
  JUROR_VIEWS,
  MEMBER_ROLES,
  NEXT_ACTIONS,
  FILE_KINDS,
  QUESTION_KINDS,
  StoredAnswers,
  StoredWinningInfo,
} from '../domain/index.ts'
import { Id, Picture, Time } from './endpoint.ts'

/** The part of the caller in an entry that several people may work on; servers of before do not say. */
const Team = {
  role: z.enum(['owner', ...MEMBER_ROLES]).optional(),
  /** Whose entry it is, where it is not the caller's own. */
  studio: z.object({ id: Id, name: z.string() }).nullish(),
  /** Who changed texts or pictures last. */
  edited_by: z.object({ name: z.string(), is_self: z.boolean() }).nullish(),
}

const Named = z.object({ id: Id, code: z.string(), name: z.string() })

/** What the entrant can do with a row now; the server decides, the screen shows. */
export const ENTRY_ACTIONS = [
  'continue',
  'preview',
  'pay',
  'correct',
  'delete',
  'withdraw',
  'accept_award',
  'certificate',
  'invoice',
] as const

/** The one thing that an entry waits for (`domain/next-action.ts`); with an order where one is open for it. */
const Next = z.object({
  action: z.enum(NEXT_ACTIONS),
  until: Time.nullable(),
  order: z
    .object({
      order_no: z.string(),
      channel: z.enum(CHANNELS),
      amount: z.int(),
      currency: z.string(),
      /** How many entries it pays for; servers of before do not say. */
      works: z.int().optional(),
    })
    .nullable(),
})
export type Next = z.infer<typeof Next>

export const EntryRow = z.object({
  apply_order_id: Id,
  project_id: Id,
  entry_no: z.string(),
  title: z.string(),
  cover: Picture.nullable(),
  category: Named,
  section: Named,
  edition: z.object({ id: Id, code: z.string(), name: z.string() }),
  entry_status: z.int(),
  entry_status_text: z.string(),
  entry_fee_status: z.int(),
  entry_fee_status_text: z.string(),
  winner_fee_status: z.int(),
  winner_fee_status_text: z.string(),
  ...Team,
  award: Named.extend({ colour: z.string() }).nullable(),
  /** Last step that was saved, 1 to 6. */
  step_completed: z.int(),
  version: z.int(),
  submitted_at: Time.nullable(),
  updated_at: Time,
  actions: z.array(z.enum(ENTRY_ACTIONS)),
  next: Next.nullish(),
  /** Until when the first thing to do has to be done: correct, pay, submit or accept. */
  act_until: Time.nullish(),
  /** Until when texts and pictures may be changed; null where they cannot be. */
  edit_until: Time.nullish(),
})
export type EntryRow = z.infer<typeof EntryRow>

export const EntryFile = z.object({
  file_id: Id,
  kind: z.enum(['cover', 'image', 'drawing', 'pdf']),
  sort: z.int(),
  alt: z.string(),
  credit: z.string().nullable(),
  picture: Picture.nullable(),
  original_name: z.string().nullable(),
})
export type EntryFile = z.infer<typeof EntryFile>

/** A question of the programme as the form asks it, in the language of the call. */
export const FormQuestion = z.object({
  code: z.string(),
  kind: z.enum(QUESTION_KINDS),
  label: z.string(),
  help: z.string().nullable(),
  required: z.boolean(),
  /** Characters of a text, or the value of a number. */
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  choices: z.array(z.object({ code: z.string(), label: z.string() })),
  /** What may be uploaded; for a file, `maximum` is its size in megabytes. */
  file_kinds: z.array(z.enum(FILE_KINDS)).optional(),
  jurors: z.enum(JUROR_VIEWS),
  public: z.boolean(),
})
export type FormQuestion = z.infer<typeof FormQuestion>

/** A file that answers a question, under addresses that expire. */
export const AnswerFile = z.object({
  file_id: Id,
  kind: z.enum(FILE_KINDS),
  name: z.string(),
  bytes: z.int(),
  url: z.string(),
  picture: Picture.nullable(),
})
export type AnswerFile = z.infer<typeof AnswerFile>

/** A question of the programme with its answer in words, for readers; of a file, the words are its name. */
export const AnsweredQuestion = z.object({
  code: z.string(),
  label: z.string(),
  text: z.string(),
  file: AnswerFile.optional(),
})
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>

const Sheet = z.object({
  apply_order_id: Id,
  category: Named.extend({ min_images: z.int() }),
  section: Named,
  edition: z.object({ id: Id, code: z.string(), name: z.string() }),
  entry_status: z.int(),
  entry_status_text: z.string(),
  answers: StoredAnswers,
  files: z.array(EntryFile),
})

const Weighted = z.object({ id: Id, code: z.string(), name: z.string(), weight: z.number() })

/**
 * The shared detail call. The owner gets the whole entry; a juror gets the blind sheet, which has a
 * judging number and no entrant, company, designer, client, code, fee or original file name.
 */
export const EntryInfo = z.discriminatedUnion('projection', [
  Sheet.extend({
    projection: z.literal('owner'),
    entry_no: z.string(),
    project_id: Id,
    /** Entries of the same project, one for each category. */
    siblings: z.array(z.object({ apply_order_id: Id, entry_no: z.string(), category: Named })),
    entry_fee_status: z.int(),
    entry_fee_status_text: z.string(),
    winner_fee_status: z.int(),
    winner_fee_status_text: z.string(),
    ...Team,
    award: Named.extend({ colour: z.string() }).nullable(),
    winning_info: StoredWinningInfo.nullable(),
    /** What this entry is asked besides the fields of every form; answers stand in `answers.questions`. */
    questions: z.array(FormQuestion).optional(),
    /** The files among those answers. */
    answer_files: z.array(AnswerFile).optional(),
    version: z.int(),
    step_completed: z.int(),
    submitted_at: Time.nullable(),
    paid_at: Time.nullable(),
    /** True while the text and files may be changed. */
    is_editable: z.boolean(),
    edit_until: Time.nullish(),
    /** True while it may be submitted: a draft also for a short while after the close. */
    can_submit: z.boolean(),
    /** The last moment to hand it in, where there is one. */
    submit_until: Time.nullable(),
    /** What the organisers asked to be put right. */
    correction: z.object({ note: z.string(), due_at: Time.nullable() }).nullable(),
    /** Form field → messages that keep the entry from being submitted. */
    problems: z.record(z.string(), z.array(z.string())),
    actions: z.array(z.enum(ENTRY_ACTIONS)),
    next: Next.nullish(),
    timeline: z.array(
      z.object({
        code: z.string(),
        at: Time,
        detail: z.string().nullable(),
        /** The entrant who did it. */
        by: z.string().nullish(),
      }),
    ),
  }),
  Sheet.extend({
    projection: z.literal('juror'),
    judging_no: z.string(),
    is_blind: z.boolean(),
    /** Answers to questions of the programme that this juror may read, without names. */
    questions: z.array(AnsweredQuestion).optional(),
    criteria: z.array(Weighted.extend({ description: z.string() })),
    /** The caller's own score in the present phase. */
    own_score: z
      .object({
        items: z.array(z.object({ criterion_id: Id, value: z.number() })),
        total: z.number(),
        comment_private: z.string(),
        comment_entrant: z.string(),
        is_draft: z.boolean(),
        version: z.int(),
      })
      .nullable(),
    assignment_status: z.int().nullable(),
    can_score: z.boolean(),
    can_award: z.boolean(),
    decision_status: z.int(),
    /** Names and figures only where the phase and the caller's role allow. */
    award: Named.nullable(),
    decision_version: z.int(),
    /** The official figure and the threshold of the award, for those who award and confirm. */
    standing: z
      .object({ final_score: z.number().nullable(), min_score: z.number().nullable() })
      .nullish(),
    /** How the decision came about and ended, the latest step first; for the chair. */
    history: z
      .array(
        z.object({
          kind: z.string(),
          award: Named.nullable(),
          reason: z.string().nullable(),
          by: z.string().nullable(),
          at: Time,
        }),
      )
      .nullish(),
    /** What the chair should look at, such as a picture that was seen in another entry. */
    warnings: z
      .array(
        z.object({
          kind: z.string(),
          detail: z.string(),
          at: Time,
          /** A picture that was seen in another entry; places count from 1, the cover first. */
          similar: z
            .object({
              place: z.int(),
              judging_no: z.string(),
              edition: z.string(),
              other_place: z.int(),
              /** The other entry is the same person's, of an earlier edition. */
              is_own: z.boolean(),
            })
            .nullish(),
        }),
      )
      .default([]),
    /** The last moment up to which the caller may hand the entry back for a correction; null where not. */
    correction_until: Time.nullish(),
    /** What the entrant was asked to put right, while the entry is out for it. */
    correction: z.object({ note: z.string(), due_at: Time }).nullish(),
  }),
])
export type EntryInfo = z.infer<typeof EntryInfo>
export type OwnerEntryInfo = Extract<EntryInfo, { projection: 'owner' }>
export type JurorEntryInfo = Extract<EntryInfo, { projection: 'juror' }>
