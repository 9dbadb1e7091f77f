import { z } from 'zod'
import {
  AWARD_CODES,
  CAPABILITIES,
  CODE_KINDS,
  CRITERIA,
  SECTION_CODES,
  EDITION_STATUS,
  PHASES,
  type PhaseCapabilities,
} from '@awards/shared/domain'
import { typeset } from '../../../lib/format.ts'
import { isProgrammeDate } from './programme-dates.ts'

/** A text that is not empty. */
export const line = z.string().trim().min(1, 'is empty')

/** English always, French and Chinese where they exist; the site falls back to English. */
export const Texts = z
  .strictObject({ en: line, fr: line.optional(), zh: line.optional() })
  .transform(typeset)
/** What a picture shows, for those who do not see it; a single text is English. */
export const Alt = z.preprocess((alt) => (typeof alt === 'string' ? { en: alt } : alt), Texts)

const levels = z
  .array(z.literal([1, 2, 3], 'is not a level of the jury; write 1, 2 or 3'))
  .transform((list) => [...new Set(list)].toSorted())
const whether = z.boolean('has to be true or false')

/** What a phase of one edition allows otherwise than its kind does; a key that is not known is a mistake. */
const PhaseChange = z
  .strictObject({
    can_score_levels: levels,
    can_award_levels: levels,
    can_assign: whether,
    blind_entrant: whether,
    see_other_scores: z.enum(['never', 'after_own', 'always']),
    see_juror_names: whether,
    entrants_can_edit: whether,
    fee_open: whether,
    can_publish: whether,
  } satisfies Record<keyof PhaseCapabilities, z.ZodType>)
  .partial()

/** One of the words by which the domain names its numbers. */
export const keysOf = <T extends string>(record: Record<T, unknown>) =>
  z.enum(Object.keys(record) as [T, ...T[]])
/** A day of loading with an offset (`-120d 23:59:59`), or a calendar day. */
export const When = z
  .string()
  .refine(isProgrammeDate, 'is not a date; write for instance -120d, +25d 23:59:59 or 2027-03-01')
/** From when and until when something is shown; without them it always is. */
export const Shown = { starts_at: When.optional(), ends_at: When.optional() }
/** A page of this site, or an address elsewhere. */
export const Address = z
  .string()
  .regex(
    /^(https:\/\/|\/(?!\/))[^\s"<>\\]+$/,
    'has to begin with https:// or, for a page of this site, with /',
  )
// The order of the list, unless a record says another.
const sort = z.int().min(0).max(32_000).optional()
export const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'is not a country code; write for instance FR')
export const Code = z.string().regex(/^[A-Za-z0-9-]+$/, 'may hold letters, digits and hyphens only')
export const Slug = z
  .string()
  .regex(/^[a-z0-9-]+$/, 'may hold small letters, digits and hyphens only')
const Cents = z.int().min(0)
const Colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'is not a colour; write for instance #E72E2D')

export const ProgrammeFile = z.strictObject({
  code: Slug,
  name: Texts,
  tagline: Texts,
  /** With which the numbers of entries and invoices begin; else the first two letters of `code`. */
  number_prefix: z
    .string()
    .regex(/^[A-Z]{1,4}$/, 'has to be one to four capital letters')
    .optional(),
  organiser: z.strictObject({
    name: line,
    legal_form: line,
    siren: line,
    vat_no: line,
    address: line,
    postal_code: line,
    city: line,
    country: Country,
    director: line,
    /** What French invoices also name, where the organiser has it. */
    capital: line.optional(),
    rcs: line.optional(),
    naf: line.optional(),
    /** True once the organiser has chosen to pay the VAT on what is invoiced, not on what came in. */
    vat_on_debits: z.boolean().optional(),
    /** Instead of three times the legal rate. */
    late_penalty: z.strictObject({ fr: line, en: line }).optional(),
  }),
  primary_colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'is not a colour; write for instance "#E72E2D"')
    .optional(),
  timezone: z
    .string()
    .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'is not a time zone'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'is not a currency; write for instance EUR'),
  /** Of the demonstration's accounts. */
  password: z.string().min(12, 'has to have at least 12 characters').optional(),
  /** How many jurors of the first level read an entry. */
  jurors_per_entry: z.int().min(1).optional(),
  bank: z.strictObject({ holder: line, iban: line, bic: line }),
  certificate: z.strictObject({
    place: line,
    signatures: z.array(z.strictObject({ name: line, role: Texts })),
  }),
})

export const EditionFile = z.strictObject({
  code: Code,
  name: Texts,
  year: z.int(),
  season: z.int().min(1),
  status: keysOf(EDITION_STATUS),
  rules_version: line,
  opens_at: When,
  closes_at: When,
  results_at: When,
  second_level_categories: z.array(Code).default([]),
  phases: z
    .array(
      z.strictObject({
        code: keysOf(PHASES),
        starts_at: When,
        ends_at: When,
        capabilities: PhaseChange.default({}),
      }),
    )
    .min(1),
  fee_periods: z
    .array(
      z.strictObject({
        code: z.enum(['early', 'standard', 'late', 'final']),
        starts_at: When,
        ends_at: When,
      }),
    )
    .min(1),
})

const SectionCode = z.enum(SECTION_CODES)
const AwardCode = z.enum(AWARD_CODES)
export const SectionsFile = z.array(
  z.strictObject({ code: SectionCode, name: Texts, description: Texts, sort }),
)
export const AwardsFile = z.array(
  z.strictObject({
    code: AwardCode,
    rank: z.int(),
    name: Texts,
    colour: Colour,
    min_score: z.number().min(0).max(100),
    description: Texts,
  }),
)
export const CriteriaFile = z.array(
  z.strictObject({ code: z.enum(CRITERIA), name: Texts, question: Texts, sort }),
)

export const CategoriesFile = z.array(
  z.strictObject({
    code: Code,
    name: Texts,
    description: Texts,
    sort,
    categories: z.array(
      z.strictObject({
        code: Code,
        name: Texts,
        description: Texts,
        sort,
        weights: z.partialRecord(z.enum(CRITERIA), z.number().positive()),
        min_images: z.int().min(1).max(10).default(3),
        sections_allowed: z.array(SectionCode).default([]),
        image: line,
        alt: Alt,
      }),
    ),
  }),
)

const Period = z.enum(['early', 'standard', 'late', 'final'])
const Pair = z.tuple([Cents, Cents])
export const FeesFile = z.strictObject({
  entry: z.partialRecord(SectionCode, z.partialRecord(Period, Pair)),
  winner_packages: z.array(
    z.strictObject({
      code: Slug,
      name: Texts,
      includes: Texts,
      prices: z.partialRecord(AwardCode, Cents),
      /** The part of a price that is for seats at the gala, which has the tax of the place. */
      event_share: Cents.default(0),
      sort,
    }),
  ),
  student_package_percent: z.int().min(0).max(100),
})

export const JurorFile = z.strictObject({
  slug: Slug,
  name: line,
  /** Of the account; without it a juror of the site keeps theirs, and a new one has none. */
  email: z.email().optional(),
  level: z.literal([1, 2, 3]),
  president: z.boolean().default(false),
  title: Texts,
  company: line,
  country: Country,
  categories: z.union([z.literal('all'), z.array(Code).min(1)]),
  capabilities: z.array(z.enum(CAPABILITIES)).default([]),
  photo: line.optional(),
  alt: Alt.optional(),
  bio: Texts,
  sort,
  show_public: z.boolean().default(true),
  /** When the juror signed the agreement in force that day. */
  agreement_signed_at: When.optional(),
})

const Person = z.strictObject({
  email: z.email(),
  first_name: line,
  last_name: line,
  company: z.string(),
  country: Country,
  city: line,
  language: z.enum(['en', 'fr', 'zh']),
  account_type: z.enum(['individual', 'company', 'student', 'agency']).default('company'),
  school: line.optional(),
  vat_no: line.optional(),
  agent_code: Code.optional(),
})
export const UsersFile = z.strictObject({
  organiser: Person.optional(),
  agents: z.array(Person),
  entrants: z.array(Person),
})

export const CodesFile = z.array(
  z.strictObject({
    code: Code,
    kind: z.enum(CODE_KINDS),
    owner: z.email(),
    edition: Code,
    label: line,
    discount_percent: z.int().min(0).max(100).default(0),
    /** Instead of a percentage, in cents before VAT. */
    discount_amount: Cents.min(1).optional(),
    /** The most that the code takes off. */
    discount_cap: Cents.min(1).optional(),
    sections: z.array(SectionCode).default([]),
    bound_email: z.email().optional(),
    /** What an agent is owed of the fees received, before VAT. */
    commission_percent: z.int().min(0).max(100).default(0),
    juror_level: z.literal([1, 2, 3]).optional(),
    categories: z.array(Code).default([]),
    valid_from: When,
    valid_until: When,
    max_uses: z.int().min(1),
    redeemed: z.int().min(0).default(0),
  }),
)

/** How the votes of the demonstration come about. */
export const ScoringFile = z.strictObject({
  seed: line,
  noise: z.number().min(0),
  bias: z.record(Slug, z.number()),
  jurors_per_entry: z.int().min(1),
  second_level_jurors: z.int().min(1),
  first_level_progress: z.array(z.enum(['assigned', 'draft', 'submitted'])).min(1),
  second_level_progress: z.array(z.enum(['assigned', 'draft', 'submitted'])).min(1),
  comments: z.strictObject({
    high: z.array(z.string().min(30).max(1000)).min(1),
    middle: z.array(z.string().min(30).max(1000)).min(1),
    low: z.array(z.string().min(30).max(1000)).min(1),
  }),
})
