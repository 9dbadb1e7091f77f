import { z } from 'zod'

const Source = z.object({ url: z.string(), width: z.number() })
const Size = { width: z.number(), height: z.number() }

/** What a page says of itself; see `PageHead` of the shared components. */
export const PageHead = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  image: z.object({ url: z.string(), ...Size, alt: z.string() }).optional(),
  hero: z
    .object({
      picture: z.object({
        url: z.string(),
        sources: z.array(Source),
        avif: z.array(Source).optional(),
      }),
      sizes: z.string(),
    })
    .optional(),
  type: z.enum(['website', 'article', 'profile']).default('website'),
  index: z.boolean().default(true),
  facts: z.array(z.record(z.string(), z.unknown())).default([]),
})
export type PageHead = z.infer<typeof PageHead>

/** What the process that renders gives back. */
export const RenderedPage = z.union([
  z.object({
    html: z.string().min(1),
    status: z.union([z.literal(200), z.literal(404)]),
    head: PageHead,
    answers: z.unknown(),
  }),
  z.object({ redirect: z.string() }),
])
