import { z } from 'zod'
import { POLICY_TYPES, POSITIONS, type PolicyType } from '../domain/index.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { pageOf, PageInput } from './page.ts'
import { Id, Money, optionalOfQuery, Picture, text, Time } from './values.ts'

const PositionInput = z.object({
  position: z.enum(POSITIONS, `Choose a position: ${POSITIONS.join(', ')}`),
})
const policyTypes = Object.values(POLICY_TYPES)

export const Banner = z.object({
  id: Id,
  position: z.enum(POSITIONS),
  title: z.string(),
  subtitle: z.string().nullable(),
  image: Picture.nullable(),
  mobile_image: Picture.nullable(),
  link: z.string().nullable(),
  link_label: z.string().nullable(),
})
export type Banner = z.infer<typeof Banner>

export const Block = z.object({
  id: Id,
  position: z.enum(POSITIONS),
  title: z.string(),
  html: z.string(),
  image: Picture.nullable(),
})

export const AwardLevel = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  rank: z.int(),
  colour: z.string(),
  min_score: z.number().nullable(),
})
export type AwardLevel = z.infer<typeof AwardLevel>

export const Section = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  levels: z.array(AwardLevel),
})
export type Section = z.infer<typeof Section>

const CategoryLeaf = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  image: Picture.nullable(),
  is_open: z.boolean(),
  min_images: z.int(),
  /** Lowest net price of the current period for a first category; null outside the call. */
  from_price: Money.nullable(),
  sections_allowed: z.array(z.string()),
  weights: z.array(z.object({ criterion: z.string(), name: z.string(), weight: z.number() })),
})
export const Category = CategoryLeaf.extend({ children: z.array(CategoryLeaf) })
export type Category = z.infer<typeof Category>
export type CategoryLeaf = z.infer<typeof CategoryLeaf>

export const WinnerCard = z.object({
  apply_order_id: Id,
  entry_no: z.string(),
  title: z.string(),
  designers: z.string(),
  company: z.string().nullable(),
  country: z.string().nullable(),
  cover: Picture.nullable(),
  award: AwardLevel.pick({ id: true, code: true, name: true, rank: true, colour: true }),
  category: z.object({ id: Id, code: z.string(), name: z.string() }),
  section: z.object({ id: Id, code: z.string(), name: z.string() }),
  edition: z.object({ id: Id, code: z.string(), name: z.string(), year: z.int() }),
})
export type WinnerCard = z.infer<typeof WinnerCard>

export const WinnerInfo = WinnerCard.extend({
  title_local: z.string().nullable(),
  summary: z.string(),
  description: z.string(),
  images: z.array(Picture.extend({ credit: z.string().nullable() })),
  credits: z.array(z.object({ name: z.string(), role: z.string().nullable() })),
  client: z.string().nullable(),
  materials: z.string().nullable(),
  dimensions: z.string().nullable(),
  website_url: z.string().nullable(),
  video_url: z.string().nullable(),
  completion_date: z.string().nullable(),
  location: z.string().nullable(),
  jury_statement: z.string().nullable(),
  certificate_number: z.string().nullable(),
  published_at: Time.nullable(),
  /** Neighbours in the edition's list, for the links at the foot of the page. */
  previous: z.object({ apply_order_id: Id, title: z.string() }).nullable(),
  next: z.object({ apply_order_id: Id, title: z.string() }).nullable(),
})
export type WinnerInfo = z.infer<typeof WinnerInfo>

export const JurorPublic = z.object({
  id: Id,
  slug: z.string(),
  name: z.string(),
  level: z.int(),
  title: z.string(),
  company: z.string().nullable(),
  country: z.string(),
  bio: z.string(),
  photo: Picture.nullable(),
  expertise: z.array(z.string()),
  is_president: z.boolean(),
})
export type JurorPublic = z.infer<typeof JurorPublic>

export const ArticleCard = z.object({
  id: Id,
  type: z.enum(['news', 'blog']),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  cover: Picture.nullable(),
  published_at: Time,
  tags: z.array(z.string()),
})
export type ArticleCard = z.infer<typeof ArticleCard>
export const Article = ArticleCard.extend({
  html: z.string(),
  previous: ArticleCard.pick({ slug: true, title: true }).nullable(),
  next: ArticleCard.pick({ slug: true, title: true }).nullable(),
})
export type Article = z.infer<typeof Article>

export const MediaReport = z.object({
  id: Id,
  outlet: z.string(),
  title: z.string(),
  url: z.string(),
  date: z.string(),
  language: z.string(),
})
export const Faq = z.object({ id: Id, group: z.string(), question: z.string(), html: z.string() })
export type Faq = z.infer<typeof Faq>
export const Policy = z.object({
  type: z.int(),
  title: z.string(),
  version: z.string(),
  html: z.string(),
  effective_at: z.string(),
})

export const AwardDate = z.object({
  key: z.string(),
  label: z.string(),
  starts_at: Time,
  ends_at: Time.nullable(),
  state: z.enum(['past', 'current', 'future']),
})
export type AwardDate = z.infer<typeof AwardDate>

const WinnerFilter = PageInput.extend({
  year: optionalOfQuery(z.coerce.number().int().min(1900).max(2200)),
  edition_id: optionalOfQuery(Id),
  category_id: optionalOfQuery(Id),
  section_id: optionalOfQuery(Id),
  award_id: optionalOfQuery(Id),
  /** Stable codes beside the identifiers, so that addresses of pages can be read. */
  edition: optionalOfQuery(text(40)),
  category: optionalOfQuery(text(10)),
  section: optionalOfQuery(text(40)),
  award: optionalOfQuery(text(40)),
  country: optionalOfQuery(z.string().regex(/^[A-Z]{2}$/, 'Give a country code such as FR')),
  keyword: optionalOfQuery(text(80)),
})

const get = <const N extends string, I extends z.ZodObject, O extends z.ZodType>(
  name: N,
  input: I,
  output: O,
  codes: readonly (404 | 422)[] = [],
) =>
  endpoint({
    name: `index/${name}`,
    method: 'GET',
    path: `/api/index/${name}`,
    access: 'public',
    input,
    output,
    codes,
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
    Nothing,
    z.object({
      version: z.string(),
      effective_at: z.string(),
      chapters: z.array(z.object({ number: z.int(), title: z.string(), html: z.string() })),
      pdf_url: z.string().nullable(),
    }),
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
  verifyCertificate: endpoint({
    name: 'index/verifyCertificate',
    method: 'GET',
    path: '/api/index/verifyCertificate',
    access: 'public',
    input: z.object({ number: text(40, 1, 'Give the number on the certificate') }),
    output: z.object({
      number: z.string(),
      status: z.enum(['valid', 'suspended', 'revoked']),
      title: z.string().nullable(),
      holder: z.string().nullable(),
      award: z.string().nullable(),
      category: z.string().nullable(),
      edition: z.string(),
      issued_at: Time,
      apply_order_id: Id.nullable(),
    }),
    codes: [404],
    added: true,
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
        }),
      ),
    }),
    codes: [404],
    added: true,
  }),
} as const
