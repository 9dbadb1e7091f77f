import { z } from 'zod'
import {
  CropArea,
  IMAGE_LIMITS,
  EntryDraft,
  WinningInfo,
  FEE_TYPE,
  StoredDesigners,
  WITHDRAWAL_REFUSALS,
} from '../domain/index.ts'
import {
  addedCallsOf,
  endpoint,
  Id,
  Money,
  Nothing,
  optionalOfQuery,
  PageInput,
  pageOf,
  Picture,
  text,
  Time,
} from './endpoint.ts'
import type { Tag } from '../calls/facts.ts'
import { AnswerFile, EntryFile, EntryInfo, EntryRow } from './entry-rows.ts'
import { Section } from './publication-rows.ts'
import { Billing } from './payment-rows.ts'

export const UploadPurpose = z.enum(['entry_image', 'entry_pdf'])

/** `data` of the answer to a PUT of bytes. */
export const UploadedFile = z.object({
  file_id: Id,
  kind: z.enum(['image', 'pdf']),
  picture: Picture.nullable(),
  original_name: z.string(),
  /** The oldest file with the same bytes that the user has uploaded before. */
  duplicate_of: Id.nullable(),
  /** All of these files, the oldest first: which of them an entry has, the server does not know. */
  duplicates: z.array(Id).optional(),
  /** A picture of the user that looks the same, though its bytes differ. */
  similar_to: Id.nullable(),
})
export type UploadedFile = z.infer<typeof UploadedFile>

const upload = addedCallsOf('upload')

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
      /** The same upload in the protocol of tus 1.0, which goes on where a connection broke. */
      resume_url: z.string(),
      expires_at: Time,
    }),
    codes: [403, 422],
    added: true,
  }),
  /** Checks and stores what was sent to `resume_url`; 409 while bytes are missing. */
  finish: upload('finish', 'POST', z.object({ file_id: Id }), UploadedFile, {
    codes: [404, 409, 410, 422],
  }),
  /** A new picture from a part of one of one's own. */
  crop: upload('crop', 'POST', z.object({ file_id: Id, area: CropArea }), UploadedFile, {
    codes: [404, 422],
  }),
} as const

const ListInput = PageInput.extend({
  status: optionalOfQuery(z.coerce.number().int().min(0).max(99)),
  keyword: optionalOfQuery(text(80)),
  edition_id: optionalOfQuery(Id),
})
const ById = z.object({ apply_order_id: Id })

const list = <const N extends string>(name: N, ...tags: readonly Tag[]) =>
  endpoint({
    name: `apply/${name}`,
    method: 'GET',
    path: `/api/apply/${name}`,
    access: 'signed-in',
    input: ListInput,
    output: pageOf(EntryRow),
    codes: [403],
    tags,
  })

export const CreatedEntries = z.object({
  project_id: Id,
  orders: z.array(z.object({ apply_order_id: Id, entry_no: z.string() })),
})

/** Categories in which one work may be entered. */
export const MOST_CATEGORIES = 5

/** The entrant's calls about entries; money is in `payments`. */
export const entries = {
  entryList: list('entryList', 'entry'),
  historyEntryList: list('historyEntryList', 'entry'),
  awardList: list('awardList', 'entry', 'award'),
  historyAwardList: list('historyAwardList', 'entry', 'award'),
  info: endpoint({
    name: 'apply/info',
    method: 'GET',
    path: '/api/apply/info',
    access: 'signed-in',
    input: ById,
    output: EntryInfo,
    codes: [403, 404],
    tags: ['entry', 'judging'],
  }),
  /**
   * Creates one entry for each category, in one project. A repeated `idempotency_key` answers the first result, while
   * anything of it is left.
   */
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
        .max(MOST_CATEGORIES, 'Choose at most five categories'),
      title: text(80).default(''),
      project_id: Id.optional(),
      /** The studio for which a member enters a work; without one the caller's own. */
      studio_id: Id.optional(),
      idempotency_key: z.uuid().optional(),
    }),
    output: CreatedEntries,
    codes: [403, 404, 423],
    invalidates: ['entry', 'price'],
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
    invalidates: ['entry', 'price'],
  }),
  /** Saves a draft on top of `version`; with `submit` every rule is checked and the entry is submitted. */
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
      /** The files among the answers, where a file was sent or taken back. */
      answer_files: z.array(AnswerFile).optional(),
    }),
    codes: [403, 404, 409, 423],
    invalidates: ['entry', 'price'],
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
    codes: [403, 404, 409, 423, 503],
    invalidates: ['entry', 'award', 'payment'],
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
    tags: ['content'],
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
      /** The formal check; servers of before do not say. */
      check: z.object({ starts_at: Time, ends_at: Time }).nullish(),
      judging: z.object({ starts_at: Time.nullable(), ends_at: Time.nullable() }),
      results_at: Time.nullable(),
      /** Until when a draft that exists may still be submitted. */
      grace_ends_at: Time,
      /** When the next edition opens, once that is known. */
      next_opens_at: Time.nullable(),
    }),
    codes: [404],
    tags: ['content'],
  }),
} as const

/** A contract that a person has concluded by paying, and whether it may still be withdrawn from. */
export const Contract = z.object({
  apply_order_id: Id,
  order_no: z.string(),
  entry_no: z.string(),
  title: z.string(),
  fee_type: z.literal(Object.values(FEE_TYPE)),
  amount: z.int(),
  currency: z.string(),
  paid_at: Time,
  withdraw_until: Time,
  refusal: z.enum(WITHDRAWAL_REFUSALS).nullable(),
  /** The acknowledgement, once it was withdrawn from; the link works without the token. */
  withdrawal: z
    .object({
      reference: z.string(),
      received_at: Time,
      receipt_url: z.string(),
      /** The same receipt as a web page. */
      receipt_page_url: z.string(),
    })
    .nullable(),
})
export type Contract = z.infer<typeof Contract>

const apply = addedCallsOf('apply')

/** The entrant's calls that the specification does not name. */
export const entriesAdded = {
  /** A new draft with the texts, credits and pictures of an entry; rights have to be confirmed anew. */
  duplicate: apply(
    'duplicate',
    'POST',
    ById.extend({ idempotency_key: z.uuid().optional() }),
    CreatedEntries.extend({
      /** Names of categories that are closed now, and of the one that stands in where all of them are. */
      left_out: z.object({
        categories: z.array(z.string()),
        chosen_category: z.string().nullable(),
      }),
    }),
    { codes: [403, 404, 423], invalidates: ['entry', 'price'] },
  ),
  /**
   * A winner accepts the award, with the licence for what is published, or declines it. Declined, the work
   * leaves the public collection; this can be taken back until the offer expires.
   */
  awardAnswer: apply(
    'awardAnswer',
    'POST',
    ById.extend({
      version: z.int(),
      answer: z.enum(['accept', 'decline']),
      licence: z.boolean().default(false),
    }),
    z.object({ version: z.int(), winner_fee_status: z.int() }),
    { codes: [403, 404, 409, 423], invalidates: ['entry', 'award', 'payment'] },
  ),
  /** What was filled in before, newest first, to be filled in again at one touch. */
  templates: apply(
    'templates',
    'GET',
    Nothing,
    z.object({
      credits: z.array(
        z.object({
          apply_order_id: Id,
          title: z.string(),
          designers: StoredDesigners,
          company: z.string(),
          client: z.string(),
        }),
      ),
      billing: Billing.partial().nullable(),
    }),
    { tags: ['entry', 'user'], skipErrorHandler: true },
  ),
  /** Contracts with a right of withdrawal, and those that had one. */
  withdrawals: apply('withdrawals', 'GET', Nothing, z.object({ contracts: z.array(Contract) }), {
    tags: ['payment', 'invoice'],
    skipErrorHandler: true,
  }),
  /** The online withdrawal of a consumer (L221-21); asked for twice it answers the first receipt. */
  withdrawal: apply(
    'withdrawal',
    'POST',
    ById.extend({
      order_no: z.string().max(32),
      confirmed: z.literal(true, 'Confirm that you withdraw from the contract'),
    }),
    Contract,
    { codes: [403, 404, 409, 423], invalidates: ['entry', 'award', 'payment', 'invoice'] },
  ),
} as const
