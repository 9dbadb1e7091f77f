import { z } from 'zod'
import { AnsweredQuestion } from './entry-rows.ts'
import { AI_USES, POSITIONS, WINNER_TEXTS } from '../domain/index.ts'
import { Id, Money, Picture, Time } from './endpoint.ts'

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

const nullableText = z.string().nullable()
const winnerTexts = Object.fromEntries(WINNER_TEXTS.map((name) => [name, nullableText])) as Record<
  (typeof WINNER_TEXTS)[number],
  typeof nullableText
>

export const WinnerInfo = WinnerCard.extend({
  title_local: z.string().nullable(),
  summary: z.string(),
  description: z.string(),
  images: z.array(Picture.extend({ credit: z.string().nullable() })),
  credits: z.array(z.object({ name: z.string(), role: z.string().nullable() })),
  ...winnerTexts,
  /** Answers to public questions of the programme. */
  questions: z.array(AnsweredQuestion).optional(),
  completion_date: z.string().nullable(),
  location: z.string().nullable(),
  jury_statement: z.string().nullable(),
  certificate_number: z.string().nullable(),
  /** Nothing where the form did not ask yet. */
  ai_use: z.enum(AI_USES).nullable(),
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

/** What anybody may know of a certificate. */
export const CertificateState = z.object({
  number: z.string(),
  status: z.enum(['valid', 'suspended', 'revoked']),
  title: z.string().nullable(),
  holder: z.string().nullable(),
  award: z.string().nullable(),
  category: z.string().nullable(),
  edition: z.string(),
  issued_at: Time,
  /** When another name was given to a valid certificate: prints from before have the earlier one. */
  renamed_at: Time.nullish(),
  apply_order_id: Id.nullable(),
  /** What was signed when it was issued, so that anybody can check it without us. */
  proof: z
    .object({
      algorithm: z.literal('Ed25519'),
      key_id: z.string(),
      payload: z.string(),
      signature: z.string(),
    })
    .nullish(),
})
export type CertificateState = z.infer<typeof CertificateState>
