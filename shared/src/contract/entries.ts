import { z } from 'zod'
import type { Tag } from '../calls/facts.ts'
import { EntryDraft, IMAGE_LIMITS, WinningInfo } from '../domain/index.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { EntryFile, EntryInfo, EntryRow } from './entry-rows.ts'
import { pageOf, PageInput } from './page.ts'
import { Section } from './publication-rows.ts'
import { Id, Money, optionalOfQuery, text, Time } from './values.ts'

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
        .max(MOST_CATEGORIES, 'Choose at most five categories'),
      title: text(80).default(''),
      project_id: Id.optional(),
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
    codes: [403, 404, 409, 423],
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
      judging: z.object({ starts_at: Time.nullable(), ends_at: Time.nullable() }),
      results_at: Time.nullable(),
      /** Until when a draft that exists may still be handed in. */
      grace_ends_at: Time,
      /** When the next edition opens, once that is known. */
      next_opens_at: Time.nullable(),
    }),
    codes: [404],
    tags: ['content'],
  }),
} as const
