import { z } from 'zod'
import { EntryDraft, IMAGE_LIMITS, WinningInfo } from '../domain/index.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { pageOf, PageInput } from './page.ts'
import { Section } from './publication.ts'
import { Id, Money, optionalOfQuery, Picture, text, Time } from './values.ts'

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
  award: Named.extend({ colour: z.string() }).nullable(),
  /** Last step that was saved, 1 to 6. */
  step_completed: z.int(),
  version: z.int(),
  submitted_at: Time.nullable(),
  updated_at: Time,
  actions: z.array(z.enum(ENTRY_ACTIONS)),
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

const Sheet = z.object({
  apply_order_id: Id,
  category: Named.extend({ min_images: z.int() }),
  section: Named,
  edition: z.object({ id: Id, code: z.string(), name: z.string() }),
  entry_status: z.int(),
  entry_status_text: z.string(),
  answers: EntryDraft,
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
    award: Named.extend({ colour: z.string() }).nullable(),
    winning_info: WinningInfo.partial().nullable(),
    version: z.int(),
    step_completed: z.int(),
    submitted_at: Time.nullable(),
    paid_at: Time.nullable(),
    /** True while the text and files may be changed. */
    is_editable: z.boolean(),
    /** Form field → messages that keep the entry from being submitted. */
    problems: z.record(z.string(), z.array(z.string())),
    actions: z.array(z.enum(ENTRY_ACTIONS)),
    timeline: z.array(z.object({ code: z.string(), at: Time, detail: z.string().nullable() })),
  }),
  Sheet.extend({
    projection: z.literal('juror'),
    judging_no: z.string(),
    is_blind: z.boolean(),
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
  }),
])
export type EntryInfo = z.infer<typeof EntryInfo>
export type OwnerEntryInfo = Extract<EntryInfo, { projection: 'owner' }>
export type JurorEntryInfo = Extract<EntryInfo, { projection: 'juror' }>

const ListInput = PageInput.extend({
  status: optionalOfQuery(z.coerce.number().int().min(0).max(99)),
  keyword: optionalOfQuery(text(80)),
  edition_id: optionalOfQuery(Id),
})
const ById = z.object({ apply_order_id: Id })

const list = <const N extends string>(name: N) =>
  endpoint({
    name: `apply/${name}`,
    method: 'GET',
    path: `/api/apply/${name}`,
    access: 'signed-in',
    input: ListInput,
    output: pageOf(EntryRow),
    codes: [403],
  })

/** The entrant's calls about entries; money is in `payments`. */
export const entries = {
  entryList: list('entryList'),
  historyEntryList: list('historyEntryList'),
  awardList: list('awardList'),
  historyAwardList: list('historyAwardList'),
  info: endpoint({
    name: 'apply/info',
    method: 'GET',
    path: '/api/apply/info',
    access: 'signed-in',
    input: ById,
    output: EntryInfo,
    codes: [403, 404],
  }),
  /** Creates one entry for each category, in one project. A repeated `idempotency_key` answers the first result. */
  entry: endpoint({
    name: 'apply/entry',
    method: 'POST',
    path: '/api/apply/entry',
    access: 'signed-in',
    input: z.object({
      section_id: Id,
      category_ids: z
        .array(Id)
        .min(1, 'Choose at least one category')
        .max(5, 'Choose at most five categories'),
      title: text(80).default(''),
      project_id: Id.optional(),
      idempotency_key: z.uuid().optional(),
    }),
    output: z.object({
      project_id: Id,
      orders: z.array(z.object({ apply_order_id: Id, entry_no: z.string() })),
    }),
    codes: [403, 404, 423],
  }),
  deleteEntry: endpoint({
    name: 'apply/deleteEntry',
    method: 'POST',
    path: '/api/apply/deleteEntry',
    access: 'signed-in',
    input: ById.extend({ reason: text(500).optional() }),
    output: z.object({
      mode: z.enum(['deleted', 'withdraw']),
      refund: z.enum(['none', 'requested', 'not_possible']),
    }),
    codes: [403, 404, 409, 423],
  }),
  /** Saves a draft on top of `version`; with `submit` every rule is checked and the entry is handed in. */
  edit: endpoint({
    name: 'apply/edit',
    method: 'POST',
    path: '/api/apply/edit',
    access: 'signed-in',
    input: ById.extend({
      version: z.int(),
      answers: EntryDraft,
      step_completed: z.int().min(1).max(6).optional(),
      section_id: Id.optional(),
      category_id: Id.optional(),
      submit: z.boolean().default(false),
    }),
    output: z.object({
      version: z.int(),
      entry_status: z.int(),
      entry_status_text: z.string(),
      problems: z.record(z.string(), z.array(z.string())),
    }),
    codes: [403, 404, 409, 423],
  }),
  winningInfoEdit: endpoint({
    name: 'apply/winningInfoEdit',
    method: 'POST',
    path: '/api/apply/winningInfoEdit',
    access: 'signed-in',
    input: ById.extend({
      version: z.int(),
      info: WinningInfo,
      package_code: text(40).optional(),
    }),
    output: z.object({ version: z.int(), winner_fee_status: z.int() }),
    codes: [403, 404, 409, 423],
  }),
  /** Replaces the list of files of an entry; a file that is left out is removed. */
  editImage: endpoint({
    name: 'apply/editImage',
    method: 'POST',
    path: '/api/apply/editImage',
    access: 'signed-in',
    input: ById.extend({
      version: z.int(),
      files: z
        .array(
          z.object({
            file_id: Id,
            kind: z.enum(['cover', 'image', 'drawing', 'pdf']),
            sort: z.int().min(0).max(100),
            alt: text(300),
            credit: text(120).optional(),
          }),
        )
        .max(IMAGE_LIMITS.maximum + 1, `Add at most ${IMAGE_LIMITS.maximum} pictures and one PDF`),
    }),
    output: z.object({ version: z.int(), files: z.array(EntryFile) }),
    codes: [403, 404, 409, 423],
  }),
  awardClassification: endpoint({
    name: 'apply/awardClassification',
    method: 'GET',
    path: '/api/apply/awardClassification',
    access: 'signed-in',
    input: Nothing,
    output: z.array(Section),
    codes: [],
  }),
  registrationTime: endpoint({
    name: 'apply/registrationTime',
    method: 'GET',
    path: '/api/apply/registrationTime',
    access: 'signed-in',
    input: Nothing,
    output: z.object({
      edition: z.object({ id: Id, code: z.string(), name: z.string(), timezone: z.string() }),
      server_now: Time,
      is_open: z.boolean(),
      opens_at: Time,
      closes_at: Time,
      current_period: z.string().nullable(),
      periods: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          starts_at: Time,
          ends_at: Time,
          from_price: Money.nullable(),
        }),
      ),
      next_change_at: Time.nullable(),
      judging: z.object({ starts_at: Time.nullable(), ends_at: Time.nullable() }),
      results_at: Time.nullable(),
    }),
    codes: [404],
  }),
} as const

export const UploadPurpose = z.enum(['entry_image', 'entry_pdf'])

/** Bytes do not go through the JSON calls: this one hands out an address to PUT them to. */
export const uploads = {
  sign: endpoint({
    name: 'upload/sign',
    method: 'POST',
    path: '/api/upload/sign',
    access: 'signed-in',
    input: z.object({
      filename: text(200, 1, 'Name the file'),
      mime: text(80),
      size: z
        .int()
        .min(1, 'This file is empty')
        .max(IMAGE_LIMITS.bytes, 'This file is larger than 20 MB'),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
      purpose: UploadPurpose,
    }),
    output: z.object({
      file_id: Id,
      /** PUT the bytes here; the answer is an envelope with `UploadedFile`. */
      url: z.string(),
      expires_at: Time,
    }),
    codes: [403, 422],
    added: true,
  }),
} as const

/** `data` of the answer to a PUT of bytes. */
export const UploadedFile = z.object({
  file_id: Id,
  kind: z.enum(['image', 'pdf']),
  picture: Picture.nullable(),
  original_name: z.string(),
  /** A file with the same bytes that the user has uploaded before. */
  duplicate_of: Id.nullable(),
})
export type UploadedFile = z.infer<typeof UploadedFile>
