import { z } from 'zod'
import { WinningInfo } from './award-form.ts'
import { Designer, EntryDraft } from './entry-form.ts'

const word = z.string()
const words = word.optional()
const place = words.nullable()
const designers = z.array(z.object({ name: word, role: words, country: words }))
const shipping = z
  .object({ recipient: word, address: word, postal_code: word, city: word, country: word })
  .optional()
const { shape: draft } = EntryDraft
const { shape: winning } = WinningInfo.partial()

/** As the form takes it today; what an earlier form took has to have its shape alone. */
const once = <T extends z.ZodType>(today: T, before: z.ZodType<z.output<T>>) =>
  today.catch((refused: { input: unknown } | undefined) =>
    // Whoever describes the schema asks without an answer at hand.
    refused ? before.parse(refused.input) : (undefined as z.output<T>),
  )

/** Those who made a work, as they were stored once; see `StoredAnswers`. */
export const StoredDesigners = once(z.array(Designer), designers)

/**
 * Answers as they were stored once: their shape, without the limits of the form, which may have been
 * others then. What a later form no longer knows is left out; a choice that it no longer has was not made.
 */
export const StoredAnswers = z.object({
  title: once(draft.title, words),
  title_local: once(draft.title_local, words),
  summary: once(draft.summary, words),
  description: once(draft.description, words),
  design_statement: once(draft.design_statement, words),
  completion_date: once(draft.completion_date, place),
  realisation: draft.realisation.catch(undefined),
  location_country: once(draft.location_country, place),
  location_city: once(draft.location_city, words),
  materials: once(draft.materials, words),
  dimensions: once(draft.dimensions, words),
  website_url: once(draft.website_url, words),
  video_url: once(draft.video_url, words),
  designers: once(draft.designers, designers.optional()),
  company: once(draft.company, words),
  client: once(draft.client, words),
  ai_use: draft.ai_use.catch(undefined),
  ai_statement: once(draft.ai_statement, words),
  rights_declaration: draft.rights_declaration,
  image_licence_consent: draft.image_licence_consent,
} satisfies Record<keyof EntryDraft, z.ZodType>)

/** What a winner told, as it was stored once; see `StoredAnswers`. */
export const StoredWinningInfo = z.object({
  winner_name: once(winning.winner_name, words),
  certificate_name: once(winning.certificate_name, words),
  bio: once(winning.bio, words),
  credits: once(winning.credits, words),
  press_text: once(winning.press_text, words),
  contact_email: once(winning.contact_email, words),
  shipping: once(winning.shipping, shipping),
} satisfies Record<keyof WinningInfo, z.ZodType>)
