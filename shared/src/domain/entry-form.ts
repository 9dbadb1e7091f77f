import { z } from 'zod'

/** Sections of the programme; `code` is stable, names are content. */
export const REALISATION = { realised: 1, in_production: 2, concept: 3 } as const
export const AI_USE = { none: 0, assisted: 1, generated: 2 } as const
export const AI_USES = ['none', 'assisted', 'generated'] as const satisfies (keyof typeof AI_USE)[]
export const VIDEO_HOSTS = ['youtube.com', 'youtu.be', 'vimeo.com', 'bilibili.com', 'youku.com']

export const IMAGE_LIMITS = {
  bytes: 20 * 1024 * 1024,
  longSide: 1500,
  pixels: 40_000_000,
  /** One cover and at least two more; a category may ask for more. */
  minimum: 3,
  maximum: 10,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const

/** What a person's uploads may take in all, in bytes. */
export const UPLOAD_QUOTA_BYTES = 2 * 1024 * 1024 * 1024

const fraction = z.number().min(0).max(1)
/** A part of a picture, in fractions of its width and height, from its upper left corner. */
export const CropArea = z
  .object({ x: fraction, y: fraction, width: fraction, height: fraction })
  .refine(({ x, width }) => width > 0 && x + width <= 1.0001, 'Choose a part inside the picture')
  .refine(({ y, height }) => height > 0 && y + height <= 1.0001, 'Choose a part inside the picture')
export type CropArea = z.infer<typeof CropArea>

const noNul = (value: string) => !value.includes('\u0000')
const short = (maximum: number, missing?: string) =>
  z
    .string(missing)
    .trim()
    .max(maximum, `Write at most ${maximum} characters`)
    .refine(noNul, 'This text has a character that cannot be stored')
const needed = (minimum: number, maximum: number, empty: string) =>
  short(maximum, empty).min(minimum, minimum === 1 ? empty : `Write at least ${minimum} characters`)

const addressOf = (value: string) => (URL.canParse(value) ? new URL(value) : undefined)
const isWebAddress = (value: string) =>
  ['https:', 'http:'].includes(addressOf(value)?.protocol ?? '')
const isVideoAddress = (value: string) => {
  const url = addressOf(value)
  if (url?.protocol !== 'https:') return false
  return VIDEO_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}

export const Designer = z.object({
  name: needed(1, 80, 'Give the name of the designer'),
  role: short(80).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Choose a country')
    .optional(),
})
export type Designer = z.infer<typeof Designer>

/** The answers of the entry form, complete: what `submit` asks for (domain page §2.4, §2.6). */
export const EntryAnswers = z.object({
  title: needed(2, 80, 'Give the work a title'),
  title_local: short(80).optional(),
  summary: needed(20, 300, 'Sum the work up'),
  description: needed(300, 2500, 'Describe the work'),
  design_statement: short(650).optional(),
  completion_date: z.iso.date('Give the date of completion'),
  realisation: z.literal(Object.values(REALISATION), 'Say how far the work has come'),
  location_country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Choose a country')
    .nullable()
    .optional(),
  location_city: short(80).optional(),
  materials: short(300).optional(),
  dimensions: short(120).optional(),
  website_url: short(300)
    .refine(
      (value) => value === '' || isWebAddress(value),
      'Give an address that starts with https://',
    )
    .optional(),
  video_url: short(300)
    .refine(
      (value) => value === '' || isVideoAddress(value),
      'Give a link to YouTube, Vimeo, Bilibili or Youku',
    )
    .optional(),
  designers: z
    .array(Designer, 'Name at least one designer')
    .min(1, 'Name at least one designer')
    .max(20, 'Name at most 20 designers'),
  company: short(120).optional(),
  client: short(120).optional(),
  ai_use: z.literal(Object.values(AI_USE), 'Say whether you used generative tools'),
  ai_statement: short(600).optional(),
  rights_declaration: z.literal(true, 'Confirm that you hold the rights to the work'),
  image_licence_consent: z.literal(true, 'Allow the programme to show the pictures of the work'),
})
export type EntryAnswers = z.infer<typeof EntryAnswers>

/** A draft: formats only, every answer may be missing or still too short. */
export const EntryDraft = z.object({
  title: short(80).optional(),
  title_local: short(80).optional(),
  summary: short(300).optional(),
  description: short(2500).optional(),
  design_statement: short(650).optional(),
  completion_date: z.iso.date('Give the date of completion').nullable().optional(),
  realisation: EntryAnswers.shape.realisation.nullable().optional(),
  location_country: EntryAnswers.shape.location_country,
  location_city: short(80).optional(),
  materials: short(300).optional(),
  dimensions: short(120).optional(),
  website_url: EntryAnswers.shape.website_url,
  video_url: EntryAnswers.shape.video_url,
  designers: z
    .array(
      z.object({
        name: short(80),
        role: short(80).optional(),
        country: z
          .string()
          .regex(/^[A-Z]{2}$/, 'Choose a country')
          .optional(),
      }),
    )
    .max(20, 'Name at most 20 designers')
    .optional(),
  company: short(120).optional(),
  client: short(120).optional(),
  ai_use: EntryAnswers.shape.ai_use.nullable().optional(),
  ai_statement: short(600).optional(),
  rights_declaration: z.boolean().optional(),
  image_licence_consent: z.boolean().optional(),
})
export type EntryDraft = z.infer<typeof EntryDraft>

/** The six steps of `/steps`, in order (domain page §2.2); values are the fields that a step holds. */
export const ENTRY_STEPS = [
  { step: 1, code: 'categories', fields: ['section_id', 'category_ids'] },
  {
    step: 2,
    code: 'work',
    fields: [
      'title',
      'title_local',
      'summary',
      'description',
      'design_statement',
      'completion_date',
      'realisation',
      'location_country',
      'location_city',
      'materials',
      'dimensions',
    ],
  },
  { step: 3, code: 'images', fields: ['images', 'website_url', 'video_url'] },
  {
    step: 4,
    code: 'credits',
    fields: [
      'designers',
      'company',
      'client',
      'ai_use',
      'ai_statement',
      'rights_declaration',
      'image_licence_consent',
    ],
  },
  { step: 5, code: 'review', fields: [] },
  { step: 6, code: 'fee', fields: [] },
] as const
export type EntryStep = (typeof ENTRY_STEPS)[number]

/** The step that holds a field of a 422 answer, for instance 4 for `designers.0.name`. */
export function stepOfField(field: string): number {
  const root = field.split('.')[0] ?? field
  return ENTRY_STEPS.find(({ fields }) => (fields as readonly string[]).includes(root))?.step ?? 5
}

export type EntryImage = { kind: string; alt: string }

/** A draft keeps an answer that was taken back as null; here it is one that was not given. */
const given = (answers: unknown): unknown =>
  typeof answers === 'object' && answers !== null
    ? Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== null))
    : answers

/**
 * Everything that keeps an entry from being submitted: form field → messages, empty when complete.
 * `minimumImages` comes from the category.
 */
export function entryProblems(
  answers: unknown,
  images: readonly EntryImage[],
  minimumImages: number = IMAGE_LIMITS.minimum,
): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const add = (field: string, message: string) => (problems[field] ??= []).push(message)

  const parsed = EntryAnswers.safeParse(given(answers))
  for (const issue of parsed.error?.issues ?? []) add(issue.path.join('.'), issue.message)

  if (!images.some(({ kind }) => kind === 'cover')) add('images', 'Choose a cover picture')
  if (images.length < minimumImages) {
    add('images', `Add at least ${minimumImages} pictures, the cover included`)
  }
  images.forEach(({ alt }, index) => {
    if (alt.trim().length < 3) add(`images.${index}.alt`, 'Describe what the picture shows')
  })
  return problems
}
