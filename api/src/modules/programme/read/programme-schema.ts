import { z } from 'zod'
import {
  ACCOUNT_RIGHTS,
  AWARD_CODES,
  CAPABILITIES,
  CODE_KINDS,
  CRITERIA,
  SECTION_CODES,
  EDITION_STATUS,
  PHASES,
  QUESTION_LIMITS,
  questionSchema,
  VAT_REGIMES,
  type PhaseCapabilities,
} from '@awards/shared/domain'
import { typeset } from '../../../lib/localised.ts'
import { isProgrammeDate } from './programme-source.ts'

/** A non-empty text. */
export const NonEmpty = z.string().trim().min(1, 'is empty')

/** A text with English required; French and Chinese fall back to it. */
export const Texts = z
  .strictObject({ en: NonEmpty, fr: NonEmpty.optional(), zh: NonEmpty.optional() })
  .transform(typeset)
/** Alternative text of a picture; a plain string is English. */
export const Alt = z.preprocess((alt) => (typeof alt === 'string' ? { en: alt } : alt), Texts)

const levels = z
  .array(z.literal([1, 2, 3], 'is not a level of the jury; write 1, 2 or 3'))
  .transform((list) => [...new Set(list)].toSorted())
const TrueOrFalse = z.boolean('has to be true or false')

/** Overrides of the phase's default capabilities for one edition. */
const PhaseChange = z
  .strictObject({
    can_score_levels: levels,
    can_award_levels: levels,
    can_assign: TrueOrFalse,
    blind_entrant: TrueOrFalse,
    see_other_scores: z.enum(['never', 'after_own', 'always']),
    see_juror_names: TrueOrFalse,
    entrants_can_edit: TrueOrFalse,
    fee_open: TrueOrFalse,
    can_publish: TrueOrFalse,
  } satisfies Record<keyof PhaseCapabilities, z.ZodType>)
  .partial()

/** Enum of the keys of a record, such as the names of numeric statuses. */
export const keysOf = <T extends string>(record: Record<T, unknown>) =>
  z.enum(Object.keys(record) as [T, ...T[]])
/** An offset from the day of the first load (`-120d 23:59:59`), or a calendar day. */
export const ProgrammeDate = z
  .string()
  .refine(isProgrammeDate, 'is not a date; write for instance -120d, +25d 23:59:59 or 2027-03-01')
/** Fields of a visibility window; a missing end is open. */
export const VisibilityWindow = {
  starts_at: ProgrammeDate.optional(),
  ends_at: ProgrammeDate.optional(),
}
/** A root-relative path or an https URL. */
export const Address = z
  .string()
  .regex(
    /^(https:\/\/|\/(?!\/))[^\s"<>\\]+$/,
    'has to begin with https:// or, for a page of this site, with /',
  )
// Position; the index in the list by default.
const sort = z.int().min(0).max(32_000).optional()
export const Country = z
  .string()
  .regex(/^[A-Z]{2}$/, 'is not a country code; write for instance FR')
export const Code = z.string().regex(/^[A-Za-z0-9-]+$/, 'may hold letters, digits and hyphens only')
export const Slug = z
  .string()
  .regex(/^[a-z0-9-]+$/, 'may hold small letters, digits and hyphens only')
const Cents = z.int().min(0)
const TimeZone = z
  .string()
  .refine((zone) => Intl.supportedValuesOf('timeZone').includes(zone), 'is not a time zone')
const Currency = z.string().regex(/^[A-Z]{3}$/, 'is not a currency; write for instance EUR')
const Colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'is not a colour; write for instance #E72E2D')

export const ProgrammeFile = z.strictObject({
  code: Slug,
  name: Texts,
  tagline: Texts,
  /** Prefix of entry and invoice numbers; the first two letters of `code` by default. */
  number_prefix: z
    .string()
    .regex(/^[A-Z]{1,4}$/, 'has to be one to four capital letters')
    .optional(),
  organiser: z.strictObject({
    name: NonEmpty,
    legal_form: NonEmpty,
    siren: NonEmpty,
    vat_no: NonEmpty,
    address: NonEmpty,
    postal_code: NonEmpty,
    city: NonEmpty,
    country: Country,
    director: NonEmpty,
    /** Share capital, trade register and activity code, which French invoices name. */
    capital: NonEmpty.optional(),
    rcs: NonEmpty.optional(),
    naf: NonEmpty.optional(),
    /** The organiser opted to pay VAT on debits (at invoicing) instead of on receipts. */
    vat_on_debits: z.boolean().optional(),
    /** The company's VAT regime, which sets the periods of the e-reporting, and the month in which it begins. */
    e_reporting: z
      .strictObject({
        regime: z.enum(VAT_REGIMES),
        since: z
          .string()
          .regex(
            /^20\d\d-(0[1-9]|1[0-2])-01$/,
            'has to be the first day of a month, as 2026-09-01',
          ),
      })
      .optional(),
    /** Late payment penalty; three times the legal rate by default. */
    late_penalty: z.strictObject({ fr: NonEmpty, en: NonEmpty }).optional(),
  }),
  primary_colour: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'is not a colour; write for instance "#E72E2D"')
    .optional(),
  timezone: TimeZone,
  currency: Currency,
  /** Password of the demo accounts; ignored outside demo mode. */
  password: z.string().min(12, 'has to have at least 12 characters').optional(),
  /** Number of first-level jurors per entry. */
  jurors_per_entry: z.int().min(1).optional(),
  bank: z.strictObject({ holder: NonEmpty, iban: NonEmpty, bic: NonEmpty }),
  certificate: z.strictObject({
    place: NonEmpty,
    signatures: z.array(z.strictObject({ name: NonEmpty, role: Texts })),
  }),
})

const SectionCode = z.enum(SECTION_CODES)
const Period = z.enum(['early', 'standard', 'late', 'final'])
const PricePair = z.tuple([Cents, Cents])
/** Section → fee period → price of a first and of a further entry, in cents before VAT. */
const EntryFees = z.partialRecord(SectionCode, z.partialRecord(Period, PricePair))
const AwardCode = z.enum(AWARD_CODES)
const PackagePrices = {
  prices: z.partialRecord(AwardCode, Cents),
  /** Part of the price for gala seats, which is taxed at the place of the event. */
  event_share: Cents.default(0),
}
const Percent = z.int().min(0).max(100)

export const EditionFile = z.strictObject({
  code: Code,
  name: Texts,
  year: z.int(),
  season: z.int().min(1),
  status: keysOf(EDITION_STATUS),
  rules_version: NonEmpty,
  opens_at: ProgrammeDate,
  closes_at: ProgrammeDate,
  results_at: ProgrammeDate,
  second_level_categories: z.array(Code).default([]),
  phases: z
    .array(
      z.strictObject({
        code: keysOf(PHASES),
        starts_at: ProgrammeDate,
        ends_at: ProgrammeDate,
        capabilities: PhaseChange.default({}),
      }),
    )
    .min(1),
  fee_periods: z
    .array(
      z.strictObject({
        code: Period,
        starts_at: ProgrammeDate,
        ends_at: ProgrammeDate,
      }),
    )
    .min(1),
  /** Prices of this edition; those of `fees.yaml` by default. */
  entry_fees: EntryFees.optional(),
  /** Package → its prices in this edition, where a package that is not named is not sold. */
  package_prices: z.record(Slug, z.strictObject(PackagePrices)).optional(),
  student_package_percent: Percent.optional(),
  /** Zone in which its dates are shown, and currency; those of `programme.yaml` by default. */
  timezone: TimeZone.optional(),
  currency: Currency.optional(),
})

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
        image: NonEmpty,
        alt: Alt,
      }),
    ),
  }),
)

/** Questions that the programme adds to the entry form, in the order of the form. */
export const QuestionsFile = z
  .array(questionSchema(Texts, Code))
  .max(QUESTION_LIMITS.questions, `has more than ${QUESTION_LIMITS.questions} questions`)

export const FeesFile = z.strictObject({
  entry: EntryFees,
  winner_packages: z.array(
    z.strictObject({
      code: Slug,
      name: Texts,
      includes: Texts,
      ...PackagePrices,
      sort,
    }),
  ),
  student_package_percent: Percent,
})

export const JurorFile = z.strictObject({
  slug: Slug,
  name: NonEmpty,
  /** E-mail of the account. Without it an existing juror keeps theirs and a new one has none. */
  email: z.email().optional(),
  level: z.literal([1, 2, 3]),
  president: z.boolean().default(false),
  title: Texts,
  company: NonEmpty.optional(),
  country: Country,
  categories: z.union([z.literal('all'), z.array(Code)]),
  capabilities: z.array(z.enum(CAPABILITIES)).default([]),
  photo: NonEmpty.optional(),
  alt: Alt.optional(),
  bio: Texts.optional(),
  sort,
  show_public: z.boolean().default(true),
  /** When the juror signed the agreement, in the version in force that day. */
  agreement_signed_at: ProgrammeDate.optional(),
})

const Person = z.strictObject({
  email: z.email(),
  first_name: NonEmpty,
  last_name: NonEmpty,
  company: z.string(),
  country: Country,
  city: NonEmpty,
  language: z.enum(['en', 'fr', 'zh']),
  account_type: z.enum(['individual', 'company', 'student', 'agency']).default('company'),
  school: NonEmpty.optional(),
  vat_no: NonEmpty.optional(),
  agent_code: Code.optional(),
})
export const UsersFile = z.strictObject({
  /** With `rights` an account of the organiser's desk; without them a hidden seat beside the chairs. */
  organiser: Person.extend({
    rights: z.array(z.enum(ACCOUNT_RIGHTS)).min(1).optional(),
  }).optional(),
  agents: z.array(Person),
  entrants: z.array(Person),
})

export const CodesFile = z.array(
  z.strictObject({
    code: Code,
    kind: z.enum(CODE_KINDS),
    owner: z.email(),
    edition: Code,
    label: NonEmpty,
    discount_percent: z.int().min(0).max(100).default(0),
    /** Alternative to a percentage, in cents before VAT. */
    discount_amount: Cents.min(1).optional(),
    /** Maximum discount in cents. */
    discount_cap: Cents.min(1).optional(),
    sections: z.array(SectionCode).default([]),
    bound_email: z.email().optional(),
    /** Commission of the agent on received fees, before VAT. */
    commission_percent: z.int().min(0).max(100).default(0),
    juror_level: z.literal([1, 2, 3]).optional(),
    categories: z.array(Code).default([]),
    valid_from: ProgrammeDate,
    valid_until: ProgrammeDate,
    max_uses: z.int().min(1),
    redeemed: z.int().min(0).default(0),
  }),
)

/** Parameters of the generated demo scores. */
export const ScoringFile = z.strictObject({
  seed: NonEmpty,
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
