import { z } from 'zod'
export { VIDEO_HOSTS } from './answer-rules.ts'
import {
  countryCode,
  isVideoAddress,
  isWebAddress,
  needed,
  short,
  withScheme,
} from './answer-rules.ts'
import { QuestionAnswers } from './questions.ts'

/** How far the work has come; the numbers are stored. */
export const REALISATION = { realised: 1, in_production: 2, concept: 3 } as const
export const AI_USE = { none: 0, assisted: 1, generated: 2 } as const
export const AI_USES = ['none', 'assisted', 'generated'] as const satisfies (keyof typeof AI_USE)[]

export const Designer = z.object({
  name: needed(1, 80, 'Give the name of the designer'),
  role: short(80).optional(),
  country: countryCode.optional(),
})
export type Designer = z.infer<typeof Designer>

const storedText = z.string().optional()
const storedDesigners = z.array(
  z.object({ name: z.string(), role: storedText, country: storedText }),
)

/**
 * Reads a stored answer with today's rule; one that an earlier form took, and today's would refuse, has to have its
 * shape alone. `shape` states it.
 */
export const asStored = <T extends z.ZodType>(today: T, shape: z.ZodType<z.output<T>>) =>
  today.catch((refused: { input: unknown } | undefined) =>
    // A description of the schema asks for the default without an answer at hand.
    refused ? shape.parse(refused.input) : (undefined as z.output<T>),
  )

/** Those who made a work, as they were stored; see `asStored`. */
export const StoredDesigners = asStored(z.array(Designer), storedDesigners)

type Kind = 'text' | 'link' | 'date' | 'country' | 'choice' | 'people' | 'consent'

type Facts = {
  /** The step of the form that asks for it. */
  readonly step: 2 | 3 | 4
  /** The kind of value, which decides the control of the form and how the value is written for readers. */
  readonly kind: Kind
  /** Where readers find it: `body`, a place of its own in the text; `facts`, a row of the facts; `form`, nowhere. */
  readonly place: 'body' | 'facts' | 'form'
  /** How the step draws it: two in a row, one in a row with the count of characters, or by code of its own. */
  readonly control: 'half' | 'wide' | 'own'
  /**
   * What jurors read of it. `hidden`: it names the entrant, the studio, the client or their sites (domain page §2.11);
   * `redacted`: free text, in which names are blacked out; `shown`: as it was written.
   */
  readonly jurors: 'hidden' | 'redacted' | 'shown'
  /** Whether the page of a winner shows it, so that it outlives the erasure of the account. */
  readonly isPublic: boolean
}

/** Facts of a field whose kind the function that makes it knows. */
type Given = Omit<Facts, 'kind'>
/** A text may name somebody, so jurors never read it as it was written; `rows` are the lines of its text area. */
type GivenText = Given & { readonly jurors: 'hidden' | 'redacted'; readonly rows?: number }
type GivenLink = Given & { readonly jurors: 'hidden' }

type Schemas<C extends z.ZodType, D extends z.ZodType, S extends z.ZodType> = {
  /** What `submit` asks for. */
  readonly complete: C
  /** What a draft may hold: the format alone; the answer may be missing or still too short. */
  readonly draft: D
  /** What the database may hold from earlier forms. */
  readonly stored: S
}

const field = <
  const F extends Facts,
  C extends z.ZodType,
  D extends z.ZodType,
  S extends z.ZodType,
>(
  facts: F,
  schemas: Schemas<C, D, S>,
) => ({ ...facts, ...schemas })

const optionalField = <const F extends Facts, T extends z.ZodType>(
  facts: F,
  schema: T,
  shape: z.ZodType<z.output<T>>,
) => field(facts, { complete: schema, draft: schema, stored: asStored(schema, shape) })

/** A text that may be left out, of at most so many characters. */
const optionalText = <const F extends GivenText>(facts: F, maximum: number) => ({
  ...optionalField({ ...facts, kind: 'text' }, short(maximum).optional(), storedText),
  maximum,
})

/** A text that an entry needs, of so many characters; `empty` is what is said of one that is missing. */
const neededText = <const F extends GivenText>(
  facts: F,
  [minimum, maximum]: readonly [number, number],
  empty: string,
) => {
  const draft = short(maximum).optional()
  const schemas = {
    complete: needed(minimum, maximum, empty),
    draft,
    stored: asStored(draft, storedText),
  }
  return { ...field({ ...facts, kind: 'text' }, schemas), maximum }
}

const link = <const F extends GivenLink>(
  facts: F,
  isAllowed: (value: string) => boolean,
  refusal: string,
) => {
  const schema = short(300)
    .overwrite(withScheme)
    .refine((value) => value === '' || isAllowed(value), refusal)
  return optionalField({ ...facts, kind: 'link' }, schema.optional(), storedText)
}

/** A choice of the form; one that today's form no longer has counts as not made. */
const choice = <const F extends Given, T extends z.ZodType>(facts: F, schema: T) => {
  const draft = schema.nullable().optional()
  const schemas = { complete: schema, draft, stored: draft.catch(undefined) }
  return field({ ...facts, kind: 'choice' }, schemas)
}

const consent = (missing: string) => {
  const draft = z.boolean().optional()
  const facts = {
    step: 4,
    place: 'form',
    control: 'own',
    jurors: 'shown',
    isPublic: false,
  } as const
  return field(
    { ...facts, kind: 'consent' },
    { complete: z.literal(true, missing), draft, stored: draft },
  )
}

const completionDate = z.iso.date('Give the date of completion')
const completionDraft = completionDate.nullable().optional()
const designers = z.array(Designer, 'Name at least one designer')
const mostDesigners = 'Name at most 20 designers'
const draftDesigners = z
  .array(z.object({ ...Designer.shape, name: short(80) }))
  .max(20, mostDesigners)
  .optional()

/**
 * Every answer of the entry form, once: its rules, its step and control, and who reads it. Schemas of the contract,
 * steps of the form, blind sheet, archive, page of a winner and erasure derive from it, in this order. Its label stands
 * in `shared/src/entries/locales`, under `public` if the page of a winner shows it as a fact, else under `label`.
 */
export const ENTRY_FIELDS = {
  title: neededText(
    { step: 2, place: 'body', control: 'wide', jurors: 'redacted', isPublic: true },
    [2, 80],
    'Give the work a title',
  ),
  title_local: optionalText(
    { step: 2, place: 'body', control: 'wide', jurors: 'hidden', isPublic: true },
    80,
  ),
  summary: neededText(
    { step: 2, place: 'body', control: 'wide', rows: 2, jurors: 'redacted', isPublic: true },
    [20, 300],
    'Sum the work up',
  ),
  description: neededText(
    { step: 2, place: 'body', control: 'wide', rows: 8, jurors: 'redacted', isPublic: true },
    [300, 2500],
    'Describe the work',
  ),
  design_statement: optionalText(
    { step: 2, place: 'body', control: 'wide', rows: 4, jurors: 'redacted', isPublic: false },
    650,
  ),
  realisation: choice(
    { step: 2, place: 'facts', control: 'own', jurors: 'shown', isPublic: false },
    z.literal(Object.values(REALISATION), 'Say how far the work has come'),
  ),
  completion_date: field(
    { step: 2, kind: 'date', place: 'facts', control: 'half', jurors: 'shown', isPublic: true },
    {
      complete: completionDate,
      draft: completionDraft,
      stored: asStored(completionDraft, storedText.nullable()),
    },
  ),
  location_country: optionalField(
    { step: 2, kind: 'country', place: 'facts', control: 'half', jurors: 'shown', isPublic: true },
    countryCode.nullable().optional(),
    storedText.nullable(),
  ),
  location_city: optionalText(
    { step: 2, place: 'facts', control: 'half', jurors: 'hidden', isPublic: true },
    80,
  ),
  materials: optionalText(
    { step: 2, place: 'facts', control: 'wide', rows: 2, jurors: 'redacted', isPublic: true },
    300,
  ),
  dimensions: optionalText(
    { step: 2, place: 'facts', control: 'half', jurors: 'redacted', isPublic: true },
    120,
  ),
  video_url: link(
    { step: 3, place: 'facts', control: 'wide', jurors: 'hidden', isPublic: true },
    isVideoAddress,
    'Give a link to YouTube, Vimeo, Bilibili or Youku',
  ),
  website_url: link(
    { step: 3, place: 'facts', control: 'wide', jurors: 'hidden', isPublic: true },
    isWebAddress,
    'Give an address that starts with https://',
  ),
  designers: field(
    { step: 4, kind: 'people', place: 'facts', control: 'own', jurors: 'hidden', isPublic: true },
    {
      complete: designers.min(1, 'Name at least one designer').max(20, mostDesigners),
      draft: draftDesigners,
      stored: asStored(draftDesigners, storedDesigners.optional()),
    },
  ),
  company: optionalText(
    { step: 4, place: 'facts', control: 'half', jurors: 'hidden', isPublic: true },
    120,
  ),
  client: optionalText(
    { step: 4, place: 'facts', control: 'half', jurors: 'hidden', isPublic: true },
    120,
  ),
  ai_use: choice(
    { step: 4, place: 'facts', control: 'own', jurors: 'shown', isPublic: true },
    z.literal(Object.values(AI_USE), 'Say whether you used generative tools'),
  ),
  ai_statement: optionalText(
    { step: 4, place: 'facts', control: 'own', rows: 3, jurors: 'redacted', isPublic: false },
    600,
  ),
  rights_declaration: consent('Confirm that you hold the rights to the work'),
  image_licence_consent: consent('Allow the programme to show the pictures of the work'),
} as const

type Fields = typeof ENTRY_FIELDS
export type EntryFieldName = keyof Fields
type Shape<K extends 'complete' | 'draft' | 'stored'> = { [N in EntryFieldName]: Fields[N][K] }
type FieldsOf<F extends Partial<Facts>> = {
  [N in EntryFieldName]: Fields[N] extends F ? N : never
}[EntryFieldName]

const names = Object.keys(ENTRY_FIELDS) as EntryFieldName[]
const shapeOf = <K extends 'complete' | 'draft' | 'stored'>(key: K) =>
  Object.fromEntries(names.map((name) => [name, ENTRY_FIELDS[name][key]])) as Shape<K>

/** Names of the fields whose facts hold, in the order of the form. */
export const fieldsWith = <const F extends Partial<Facts>>(facts: F) =>
  names.filter((name) =>
    Object.entries(facts).every(([key, value]) => ENTRY_FIELDS[name][key as keyof Facts] === value),
  ) as FieldsOf<F>[]

/** The answers of the entry form, complete: what `submit` asks for (domain page §2.4, §2.6). */
export const EntryAnswers = z.object(shapeOf('complete'))
export type EntryAnswers = z.infer<typeof EntryAnswers>

/** A draft: formats only, every answer may be missing or still too short. */
export const EntryDraft = z.object({
  ...shapeOf('draft'),
  questions: QuestionAnswers.optional(),
})
export type EntryDraft = z.infer<typeof EntryDraft>

/**
 * Answers as they were stored, without the limits of the form, which may have been others then. What today's form does
 * not know is left out; a choice that it no longer has counts as not made.
 */
export const StoredAnswers = z.object({
  ...shapeOf('stored'),
  // A broken record would hide the entry; answers to unknown questions are kept and not shown.
  questions: QuestionAnswers.optional().catch(undefined),
})

/** Facts of an entry that jurors read, each as a row. */
export const JUROR_FACTS = fieldsWith({ place: 'facts' }).filter(
  (name) => ENTRY_FIELDS[name].jurors !== 'hidden',
) as FieldsOf<{ place: 'facts'; jurors: 'redacted' | 'shown' }>[]

/** Texts that the page of a winner shows as they were written; holder and place are composed of several. */
export const WINNER_TEXTS = [
  ...fieldsWith({ place: 'facts', kind: 'text', isPublic: true }),
  ...fieldsWith({ place: 'facts', kind: 'link', isPublic: true }),
].filter((name) => name !== 'company' && name !== 'location_city')

/** Answers that jurors are not shown. */
export const IDENTIFYING_ANSWERS = fieldsWith({ jurors: 'hidden' })

/** Answers that jurors read with names blacked out. */
export const BLIND_TEXTS = fieldsWith({ jurors: 'redacted' })

/** Answers without anything that names the entrant, the studio, the client or their sites (domain page §2.11). */
export function blindAnswers(answers: EntryDraft): EntryDraft {
  const blind: Record<string, unknown> = { ...answers }
  for (const name of IDENTIFYING_ANSWERS) delete blind[name]
  // Who reads an answer is told by its question: `blindQuestionAnswers` brings back those that jurors read.
  delete blind['questions']
  return StoredAnswers.parse(blind)
}
