import { z } from 'zod'

const Texts = z.object({ en: z.string(), fr: z.string().optional(), zh: z.string().optional() })

/** Shapes of the documents of which the site has one each. */
export const SiteDocuments = {
  programme: z.object({ name: Texts, tagline: Texts }),
  contact: z.object({
    email: z.string(),
    press_email: z.string(),
    phone: z.string().nullable(),
    address: z.array(z.string()),
    hours: Texts,
    social: z.array(z.object({ name: z.string(), url: z.string() })),
  }),
  about: z.object({
    html: Texts,
    figures: z.array(z.object({ value: z.string(), label: Texts })),
    team: z.array(z.object({ name: z.string(), role: Texts })),
    partners: z.array(z.object({ name: z.string(), role: Texts })),
  }),
} as const
