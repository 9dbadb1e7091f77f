import { z } from 'zod'
import {
  DOCUMENT_KINDS,
  FOCUS,
  PICTURE_NAME,
  SITE_PATH,
  type DocumentKind,
  type Question,
} from '../../domain/index.ts'
import { addedCallsOf, Id, Nothing, text, Time } from '../endpoint.ts'

const call = addedCallsOf('programme')

export type ProgrammeDocumentKind = DocumentKind
type ByLanguage = { en: string; fr?: string | undefined; zh?: string | undefined }

/** A file of the programme as the desk edits it. Its shape is checked as that of the file (programme/README.md). */
const Document = z.record(z.string(), z.unknown())
export type ProgrammeDocument = z.infer<typeof Document>

/** Dates are wall-clock times of the programme's zone, for instance `2027-03-01 23:59:59`; prices are cents before VAT. */
export type SeasonDocument = {
  code: string
  name: ByLanguage
  year: number
  season: number
  status: string
  rules_version: string
  opens_at: string
  closes_at: string
  results_at: string
  phases: { code: string; starts_at: string; ends_at: string; capabilities?: object }[]
  fee_periods: { code: string; starts_at: string; ends_at: string }[]
  /** Section → fee period → price of a first and of a further entry. */
  entry_fees: Record<string, Record<string, [first: number, further: number]>>
}
/** Winner packages: what each has, and its price before VAT in cents by award level. */
export type PackagesDocument = {
  winner_packages: {
    code: string
    name: ByLanguage
    includes: ByLanguage
    prices: Record<string, number>
    event_share?: number
  }[]
  student_package_percent: number
}
export type ArticleDocument = {
  slug: string
  type: 'news' | 'blog'
  published_at: string
  cover: string
  alt: ByLanguage
  tags: string[]
  title: ByLanguage
  excerpt: ByLanguage
  /** Markdown by language. */
  text: ByLanguage
}

type Category = {
  code: string
  name: ByLanguage
  description: ByLanguage
  /** Criterion → weight; one where it is not named. */
  weights: Record<string, number>
  min_images: number
  /** Sections that may enter; all of them if empty. */
  sections_allowed: string[]
  image: string
  alt: ByLanguage
}
export type CategoriesDocument = {
  list: { code: string; name: ByLanguage; description: ByLanguage; categories: Category[] }[]
}
export type QuestionsDocument = { list: Question[] }
export type FaqDocument = {
  /** Group → its name; one without a question is not kept. */
  groups: Record<string, ByLanguage>
  questions: { code: string; group: string; q: ByLanguage; a: ByLanguage }[]
}
export type RegulationsDocument = {
  version: string
  effective_at: string
  chapters: { title: ByLanguage; text: ByLanguage }[]
}

const file = text(120, 1, 'Name a file of the programme')

const DocumentRow = z.object({
  file,
  kind: z.enum(DOCUMENT_KINDS),
  name: z.object({ en: z.string(), fr: z.string().optional(), zh: z.string().optional() }),
  state: z.enum(['live', 'changed', 'added', 'removed']),
  changed_by: z.string().nullable(),
  changed_at: Time.nullable(),
  /** When the article appears, the rules hold, or the season closes its call; empty for others. */
  at: z.string(),
  /** Texts that are not translated. */
  missing: z.object({ fr: z.int(), zh: z.int() }),
})
export type ProgrammeDocumentRow = z.infer<typeof DocumentRow>

/** A field that somebody else has made live differently since the edit began. */
const Conflict = z.object({ file, path: z.string(), ours: z.unknown(), theirs: z.unknown() })
export type ProgrammeConflict = z.infer<typeof Conflict>

const DeskPicture = z.object({ file: z.string(), name: z.string(), url: z.string() })

const FieldChange = z.object({
  field: z.string(),
  language: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
const Change = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  table: z.string(),
  record: z.string(),
  file: z.string(),
  fields: z.array(FieldChange),
})
export type ProgrammeChange = z.infer<typeof Change>

/** What applying the drafts would change, for whom, and what stands against it. */
const Plan = z.object({
  /** Checksum of exactly this plan; null without drafts, or with conflicts. */
  plan: z.string().nullable(),
  time_zone: z.string(),
  changes: z.array(Change),
  conflicts: z.array(Conflict),
  /** What follows by itself, without another change. */
  schedule: z.array(
    z.object({
      at: Time,
      record: z.string(),
      what: z.enum(['appears', 'disappears', 'holds']),
    }),
  ),
  affected: z.array(
    z.object({
      record: z.string(),
      drafts: z.int(),
      /** Prices that were told and hold until their time, whatever is applied now. */
      quotes: z.int(),
      quotes_until: Time.nullable(),
      /** Entries that are submitted with an answer to a question: they keep what they were asked. */
      handed_in: z.int().optional(),
      /** Winners of the season who have not chosen or paid yet: they are offered what is applied. */
      offers: z.int().optional(),
    }),
  ),
})
export type ProgrammePlan = z.infer<typeof Plan>

const Version = z.object({
  id: z.string(),
  applied_at: Time,
  applied_by: z.string().nullable(),
  changes: z.array(Change.omit({ fields: true })),
})
export type ProgrammeVersion = z.infer<typeof Version>

const SCHEDULE_FAILURES = ['PLAN_OLD', 'PHASE_CHANGED', 'RIGHT_GONE', 'REFUSED'] as const
/** Drafts that go live at a moment to come, or that did not. */
const Schedule = z.object({
  at: Time,
  scheduled_by: z.string(),
  /** Why nothing was made live when the moment came; null while the drafts wait. */
  failed: z.enum(SCHEDULE_FAILURES).nullable(),
})
export type ProgrammeSchedule = z.infer<typeof Schedule>

const Done = z.object({ done: z.literal(true) })

const EDIT = {
  codes: [403, 404, 409, 422],
  invalidates: ['organiser'],
  skipErrorHandler: true,
} as const
/** 409: `NO_PROGRAMME` on a site that has none yet, `NOT_APPLICABLE` where what is live does not fit its file. */
const READ = { tags: ['organiser'], codes: [403, 404, 409] } as const

/** The programme at the organiser's desk: documents are edited as drafts, planned, applied at once, and undone. */
export const programmeDesk = {
  documents: call(
    'documents',
    'GET',
    Nothing,
    z.object({ list: z.array(DocumentRow), time_zone: z.string(), currency: z.string() }),
    READ,
  ),
  /** A document as its draft has it, merged with what went live since; null for one that is to be removed. */
  document: call(
    'document',
    'GET',
    z.object({ file }),
    z.object({
      file,
      kind: z.enum(DOCUMENT_KINDS),
      document: Document.nullable(),
      live: Document.nullable(),
      conflicts: z.array(Conflict),
    }),
    READ,
  ),
  /** Pictures that a document may show, those of articles first; `file` is what a document names. */
  pictures: call('pictures', 'GET', Nothing, z.object({ list: z.array(DeskPicture) }), READ),
  /** Makes a picture that the caller has uploaded one of the programme. It is shown where a document names it. */
  addPicture: call(
    'addPicture',
    'POST',
    z.object({
      file_id: Id,
      name: z.string().regex(PICTURE_NAME, 'Small letters, digits and hyphens only'),
      focus: z.enum(FOCUS).nullable(),
    }),
    DeskPicture,
    EDIT,
  ),
  /**
   * Keeps a draft. `from` is the document that the editor began with: two people who edit one file are merged by
   * field. 422 names each wrong field; 409 `DRAFT_CONFLICT` lists the fields that both changed differently.
   */
  save: call(
    'save',
    'POST',
    z.object({
      file,
      from: Document.nullable(),
      document: Document.nullable(),
      /** The person has seen the fields that both changed, and wants their own. */
      keeps_ours: z.boolean().default(false),
    }),
    z.object({ document: Document.nullable(), is_merged: z.boolean() }),
    EDIT,
  ),
  /** Forgets the draft of a file, or all drafts. */
  discard: call(
    'discard',
    'POST',
    z.object({ file: file.optional() }),
    z.object({ changed: z.boolean() }),
    EDIT,
  ),
  plan: call('plan', 'GET', Nothing, Plan, {
    tags: ['organiser'],
    codes: [403, 409, 422],
  }),
  /** Makes the drafts live in one transaction. 409 `PLAN_OLD` when they, or what is live, changed since the plan. */
  apply: call(
    'apply',
    'POST',
    z.object({ plan: text(40, 1, 'Look at the plan first') }),
    z.object({ changed: z.int() }),
    { ...EDIT, invalidates: ['organiser', 'everything'] },
  ),
  /** What waits for its moment, or what failed at the last one; null for neither. */
  scheduled: call('scheduled', 'GET', Nothing, z.object({ schedule: Schedule.nullable() }), READ),
  /**
   * Has a reviewed plan made live at a moment to come. 422 `at` for a moment in another phase of a season that the plan
   * changes; 409 `PLAN_OLD` as `apply`, `WAITING` while another one waits.
   */
  schedule: call(
    'schedule',
    'POST',
    z.object({ plan: text(40, 1, 'Look at the plan first'), at: Time }),
    Done,
    EDIT,
  ),
  /** Leaves the drafts drafts; 404 when nothing waits any more. */
  withdraw: call('withdraw', 'POST', Nothing, Done, EDIT),
  /** A signed link that shows all drafts on the public pages of the browser that opens it, for an hour. */
  preview: call(
    'preview',
    'GET',
    z.object({ path: z.string().regex(SITE_PATH, 'A path of this site') }),
    z.object({ url: z.string(), expires_at: Time }),
    READ,
  ),
  versions: call('versions', 'GET', Nothing, z.object({ list: z.array(Version) }), READ),
  /** Drafts what leads back to the files before a version; what has changed since is merged by field. */
  undo: call(
    'undo',
    'POST',
    z.object({ id: Id }),
    z.object({ changed: z.boolean(), conflicts: z.array(Conflict) }),
    EDIT,
  ),
} as const
