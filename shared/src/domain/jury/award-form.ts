import { z } from 'zod'
import { asStored } from '../entries/entry-fields.ts'

const line = (maximum: number) =>
  z
    .string()
    .trim()
    .max(maximum, `Write at most ${maximum} characters`)
    .refine((value) => !value.includes('\u0000'), 'This text has a character that cannot be stored')

/** What a winner confirms for publication and for the certificate (domain page §2.12). */
export const WinningInfo = z.object({
  winner_name: line(120).min(1, 'Give the name under which the work is published'),
  certificate_name: line(120).min(1, 'Give the name for the certificate'),
  bio: line(800).optional(),
  credits: line(600).optional(),
  press_text: line(1200).optional(),
  contact_email: z.email('Give an e-mail address').max(254).optional(),
  shipping: z
    .object({
      recipient: line(120),
      address: line(300),
      postal_code: line(20),
      city: line(80),
      country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country'),
    })
    .optional(),
})
export type WinningInfo = z.infer<typeof WinningInfo>

const words = z.string().optional()
const shipping = z
  .object({
    recipient: z.string(),
    address: z.string(),
    postal_code: z.string(),
    city: z.string(),
    country: z.string(),
  })
  .optional()
const { shape: winning } = WinningInfo.partial()

/** What a winner confirmed, as it was stored; see `asStored`. */
export const StoredWinningInfo = z.object({
  winner_name: asStored(winning.winner_name, words),
  certificate_name: asStored(winning.certificate_name, words),
  bio: asStored(winning.bio, words),
  credits: asStored(winning.credits, words),
  press_text: asStored(winning.press_text, words),
  contact_email: asStored(winning.contact_email, words),
  shipping: asStored(winning.shipping, shipping),
} satisfies Record<keyof WinningInfo, z.ZodType>)
