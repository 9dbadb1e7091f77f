import { z } from 'zod'
import type { CacheFacts } from '../calls/facts.ts'
import { ContactForm, POLICY_TYPES, POSITIONS, type PolicyType } from '../domain/index.ts'
import {
  endpoint,
  Id,
  Nothing,
  optionalOfQuery,
  PageInput,
  pageOf,
  text,
  Time,
} from './endpoint.ts'
import {
  Article,
  ArticleCard,
  AwardDate,
  AwardLevel,
  Banner,
  Block,
  Category,
  CertificateState,
  Faq,
  JurorPublic,
  MediaReport,
  Policy,
  Section,
  WinnerCard,
  WinnerInfo,
} from './publication-rows.ts'

const PositionInput = z.object({
  position: z.enum(POSITIONS, `Choose a position: ${POSITIONS.join(', ')}`),
})
const policyTypes = Object.values(POLICY_TYPES)

const WinnerFilter = PageInput.extend({
  year: optionalOfQuery(z.coerce.number('Give a year').int('Give a year')),
  edition_id: optionalOfQuery(Id),
  category_id: optionalOfQuery(Id),
  section_id: optionalOfQuery(Id),
  award_id: optionalOfQuery(Id),
  /** Stable codes beside the identifiers, so that addresses of pages can be read. */
  edition: optionalOfQuery(text(40)),
  category: optionalOfQuery(text(40)),
  section: optionalOfQuery(text(40)),
  award: optionalOfQuery(text(40)),
  country: optionalOfQuery(z.string().regex(/^[A-Z]{2}$/, 'Give a country code such as FR')),
  keyword: optionalOfQuery(text(80)),
})

const Facet = z.object({ code: z.string(), name: z.string(), total: z.int() })

const get = <const N extends string, I extends z.ZodObject, O extends z.ZodType>(
  name: N,
  input: I,
  output: O,
  codes: readonly (404 | 422)[] = [],
  facts: Omit<CacheFacts, 'as'> = {},
) =>
  endpoint({
    name: `index/${name}`,
    method: 'GET',
    path: `/api/index/${name}`,
    access: 'public',
    input,
    output,
    codes,
    tags: ['content'],
    // Pages show each failure in its own place.
    skipErrorHandler: true,
    ...facts,
  })

/** Public content: anybody may read it, and what is hidden or unpublished is not in it. */
export const publication = {
  banner: get('banner', PositionInput, z.array(Banner), [422]),
  other: get('other', PositionInput, z.array(Block), [422]),
  winnerList: get('winnerList', WinnerFilter, pageOf(WinnerCard)),
  jury: get('jury', Nothing, z.object({ list: z.array(JurorPublic) })),
  getGlobalAreaCode: get(
    'getGlobalAreaCode',
    Nothing,
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        name_cn: z.string(),
        iso2: z.string(),
        dial_code: z.string(),
        flag: z.string(),
      }),
    ),
    [],
    { isStatic: true, skipErrorHandler: false },
  ),
  faqAndPrivacy: get(
    'faqAndPrivacy',
    Nothing,
    z.object({ faq: z.array(Faq), privacy: Policy.nullable() }),
  ),
  category: get('category', Nothing, z.array(Category)),
  getAwardDate: get('getAwardDate', Nothing, z.array(AwardDate)),
  getAward: get('getAward', Nothing, z.array(AwardLevel)),
  awardClassification: get('awardClassification', Nothing, z.array(Section)),
  winnerInfo: get('winnerInfo', z.object({ apply_order_id: Id }), WinnerInfo, [404]),
  indexWinnerList: get('indexWinnerList', PageInput, pageOf(WinnerCard)),
  regulations: get(
    'regulations',
    // An earlier version stays readable: entrants are bound by the one they accepted.
    z.object({ version: optionalOfQuery(text(20)) }),
    z.object({
      version: z.string(),
      /** All versions, the one in force first; before there is one, the next to come. */
      versions: z.array(
        z.object({
          version: z.string(),
          effective_at: z.string(),
          /** False for one that is announced. */
          is_effective: z.boolean(),
        }),
      ),
      effective_at: z.string(),
      chapters: z.array(z.object({ number: z.int(), title: z.string(), html: z.string() })),
      pdf_url: z.string().nullable(),
    }),
    [404],
  ),
  mediaReport: get('mediaReport', PageInput, pageOf(MediaReport)),
  blogsAndNewsList: get(
    'blogsAndNewsList',
    PageInput.extend({ type: optionalOfQuery(z.enum(['news', 'blog'])) }),
    pageOf(ArticleCard),
  ),
  blogsAndNewsInfo: get(
    'blogsAndNewsInfo',
    z.object({ id: optionalOfQuery(Id), slug: optionalOfQuery(text(120)) }),
    Article,
    [404],
  ),
  privacyPolicyAndFaqs: get(
    'privacyPolicyAndFaqs',
    z.object({
      type: z.coerce
        .number()
        .pipe(
          z.literal(
            policyTypes as [PolicyType, ...PolicyType[]],
            `Choose a type: ${policyTypes.join(', ')}`,
          ),
        ),
    }),
    z.object({ policy: Policy.nullable(), faq: z.array(Faq) }),
    [422],
  ),
  contact: get(
    'contact',
    Nothing,
    z.object({
      email: z.string(),
      press_email: z.string(),
      phone: z.string().nullable(),
      address: z.array(z.string()),
      hours: z.string(),
      social: z.array(z.object({ name: z.string(), url: z.string() })),
    }),
  ),
  about: get(
    'about',
    Nothing,
    z.object({
      programme: z.string(),
      tagline: z.string(),
      html: z.string(),
      figures: z.array(z.object({ value: z.string(), label: z.string() })),
      team: z.array(z.object({ name: z.string(), role: z.string() })),
      partners: z.array(z.object({ name: z.string(), role: z.string() })),
    }),
  ),
} as const

/** Public calls that the specification does not name. */
export const publicationAdded = {
  /** What the winners can be filtered by, with how many works each choice has. */
  winnerFacets: endpoint({
    name: 'index/winnerFacets',
    method: 'GET',
    path: '/api/index/winnerFacets',
    access: 'public',
    input: Nothing,
    output: z.object({
      total: z.int(),
      /** Latest first. */
      editions: z.array(Facet.extend({ year: z.int() })),
      /** In the order of the programme; `parent` is the name of the group. */
      categories: z.array(Facet.extend({ parent: z.string().nullable() })),
      sections: z.array(Facet),
      /** Highest first. */
      awards: z.array(Facet.extend({ rank: z.int(), colour: z.string() })),
      /** By ISO code; the page names them in its language. */
      countries: z.array(Facet.omit({ name: true })),
    }),
    codes: [],
    added: true,
    tags: ['content'],
    skipErrorHandler: true,
  }),
  /** A message to the organiser; it leaves by mail through the outbox. */
  sendMessage: endpoint({
    name: 'index/sendMessage',
    method: 'POST',
    path: '/api/index/sendMessage',
    access: 'public',
    input: ContactForm,
    output: z.object({ received_at: Time }),
    codes: [404],
    added: true,
    skipErrorHandler: true,
  }),
  verifyCertificate: endpoint({
    name: 'index/verifyCertificate',
    method: 'GET',
    path: '/api/index/verifyCertificate',
    access: 'public',
    input: z.object({ number: text(40, 1, 'Give the number on the certificate') }),
    output: CertificateState,
    codes: [404],
    added: true,
    tags: ['content'],
    skipErrorHandler: true,
  }),
  feeTable: endpoint({
    name: 'index/feeTable',
    method: 'GET',
    path: '/api/index/feeTable',
    access: 'public',
    input: Nothing,
    output: z.object({
      edition: z.object({ code: z.string(), name: z.string() }),
      currency: z.string(),
      /** Whether entries are taken; a call may be closed by hand within a period. */
      is_open: z.boolean().optional(),
      current_period: z.string().nullable(),
      periods: z.array(
        z.object({ code: z.string(), name: z.string(), starts_at: Time, ends_at: Time }),
      ),
      prices: z.array(
        z.object({
          section: z.string(),
          period: z.string(),
          kind: z.enum(['first', 'additional']),
          amount_minor: z.int(),
        }),
      ),
      packages: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          description: z.string(),
          award: z.string(),
          amount_minor: z.int(),
          /** The part of the price for seats at the gala, which has the tax of the place. */
          event_amount_minor: z.int().optional(),
        }),
      ),
      /** Percentage of a package's price that a student pays. */
      student_package_percent: z.int(),
    }),
    codes: [404],
    added: true,
    tags: ['content'],
    skipErrorHandler: true,
  }),
} as const
