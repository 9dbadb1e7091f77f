import { z } from 'zod'
import { FOCUS, POLICY_TYPES, POSITIONS } from '@awards/shared/domain'
import {
  Address,
  Country,
  keysOf,
  VisibilityWindow,
  Slug,
  ProgrammeDate,
  Alt,
  NonEmpty,
  Texts,
} from './programme-schema.ts'

const Placed = { position: z.enum(POSITIONS), sort: z.int(), title: Texts }
/** What crops keep of pictures; the middle of those that are not named. */
export const PicturesFile = z.array(
  z.strictObject({ file: NonEmpty, focus: z.enum(FOCUS, `is one of ${FOCUS.join(', ')}`) }),
)
export const BannersFile = z.array(
  z.strictObject({
    code: Slug,
    ...Placed,
    subtitle: Texts,
    image: NonEmpty,
    mobile_image: NonEmpty.optional(),
    alt: Alt,
    link: z.union([z.literal(''), Address], 'has to begin with / or https://, or be empty'),
    link_label: Texts.optional(),
    ...VisibilityWindow,
  }),
)
export const BlocksFile = z.array(
  z.strictObject({
    code: Slug,
    ...Placed,
    body: Texts,
    image: NonEmpty.optional(),
    alt: Alt.optional(),
    ...VisibilityWindow,
  }),
)
export const PressFile = z.array(
  z.strictObject({
    code: Slug,
    outlet: NonEmpty,
    title: Texts,
    url: z.url({ protocol: /^https$/ }),
    language: z.string().length(2),
    published_at: ProgrammeDate,
  }),
)
export const FaqFile = z.strictObject({
  groups: z.record(Slug, Texts),
  questions: z.array(
    z.strictObject({ code: Slug, group: Slug, q: Texts, a: Texts, ...VisibilityWindow }),
  ),
})
export const ContactFile = z.strictObject({
  emails: z.strictObject({
    general: z.email(),
    entries: z.email(),
    press: z.email(),
    privacy: z.email(),
  }),
  phone: NonEmpty,
  address: z.strictObject({
    street: NonEmpty,
    postal_code: NonEmpty,
    city: NonEmpty,
    country: Country,
  }),
  hours: Texts,
  answer_time: Texts,
  social: z.array(z.strictObject({ name: NonEmpty, url: z.url() })),
  map_url: z.url(),
})
export const AboutFile = z.strictObject({
  title: Texts,
  image: NonEmpty,
  alt: Alt,
  story: Texts,
  figures: z.array(z.strictObject({ value: NonEmpty, label: Texts })),
  team: z.array(z.strictObject({ name: NonEmpty, role: Texts })),
  partners: z.array(z.strictObject({ name: NonEmpty, role: Texts })),
})

export const ArticleMatter = z.strictObject({
  slug: Slug,
  type: z.enum(['news', 'blog']),
  published_at: ProgrammeDate,
  cover: NonEmpty,
  alt: Alt,
  tags: z.array(NonEmpty),
  title: Texts,
  excerpt: Texts,
})
export const ChapterMatter = z.strictObject({ title: Texts })
/** `version.yaml`: version of the regulations whose chapters lie beside it. */
export const RegulationsFile = z.strictObject({
  version: NonEmpty,
  effective_at: ProgrammeDate,
  pdf: Address.optional(),
})
export const PolicyMatter = z.strictObject({
  type: keysOf(POLICY_TYPES),
  version: NonEmpty,
  effective_at: ProgrammeDate,
  title: Texts,
})
