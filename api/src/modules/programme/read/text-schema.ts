import { z } from 'zod'
import { typeset } from '../../../lib/typography.ts'

/** A text that is not empty. */
export const line = z.string().trim().min(1, 'is empty')

/** English always, French and Chinese where they exist; the site falls back to English. */
export const Texts = z
  .strictObject({ en: line, fr: line.optional(), zh: line.optional() })
  .transform(typeset)
/** What a picture shows, for those who do not see it; a single text is English. */
export const Alt = z.preprocess((alt) => (typeof alt === 'string' ? { en: alt } : alt), Texts)
