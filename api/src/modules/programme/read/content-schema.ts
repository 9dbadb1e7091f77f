import { z } from 'zod'
import { POLICY_TYPES, POSITIONS } from '@awards/shared/domain'
import {
  Address,
  Country,
  keysOf,
  Shown,
  Slug,
  When,
  Alt,
  line,
  Texts,
} from './programme-schema.ts'

const Placed = { position: z.enum(POSITIONS), sort: z.int(), title: Texts }
export const BannersFile = z.array(
  z.strictObject({
    code: Slug,
    ...Placed,
    subtitle: Texts,
    image: line,
    mobile_image: line.optional(),
    alt: Alt,
    link: z.union([z.literal(''), Address], 'has to begin with / or https://, or be empty'),
    link_label: Texts.optional(),
    ...Shown,
  }),
)
export const BlocksFile = z.array(
  z.strictObject({
    code: Slug,
    ...Placed,
    body: Texts,
    image: line.optional(),
    alt: Alt.optional(),
    ...Shown,
  }),
)
export const PressFile = z.array(
  z.strictObject({
    code: Slug,
    outlet: line,
    title: Texts,
    url: z.url({ protocol: /^https$/ }),
    language: z.string().length(2),
    published_at: When,
  }),
)
export const FaqFile = z.strictObject({
  groups: z.record(Slug, Texts),
  questions: z.array(z.strictObject({ code: Slug, group: Slug, q: Texts, a: Texts, ...Shown })),
})
export const ContactFile = z.strictObject({
  emails: z.strictObject({
    general: z.email(),
    entries: z.email(),
    press: z.email(),
    privacy: z.email(),
  }),
  phone: line,
  address: z.strictObject({ street: line, postal_code: line, city: line, country: Country }),
  hours: Texts,
  answer_time: Texts,
  social: z.array(z.strictObject({ name: line, url: z.url() })),
  map_url: z.url(),
})
export const AboutFile = z.strictObject({
  title: Texts,
  image: line,
  alt: Alt,
  story: Texts,
  figures: z.array(z.strictObject({ value: line, label: Texts })),
  team: z.array(z.strictObject({ name: line, role: Texts })),
  partners: z.array(z.strictObject({ name: line, role: Texts })),
})

export const ArticleMatter = z.strictObject({
  slug: Slug,
  type: z.enum(['news', 'blog']),
  published_at: When,
  cover: line,
  alt: Alt,
  tags: z.array(line),
  title: Texts,
  excerpt: Texts,
})
export const ChapterMatter = z.strictObject({ title: Texts })
/** Which version of the regulations the chapters beside this file are. */
export const RegulationsFile = z.strictObject({
  version: line,
  effective_at: When,
  pdf: Address.optional(),
})
export const PolicyMatter = z.strictObject({
  type: keysOf(POLICY_TYPES),
  version: line,
  effective_at: When,
  title: Texts,
})
