import { z } from 'zod'
import { PRIMARY_COLOUR, type Translated } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'

/** Name, organiser, colour and time zone of the programme, for pages, titles and mails. */
export type SiteIdentity = {
  readonly programme_name: Translated
  readonly organiser: string
  readonly primary_colour: string
  readonly time_zone: string
  /** Links in the footer. */
  readonly social: readonly { readonly name: string; readonly url: string }[]
}

const TTL_MS = 2_000

/** Fallback until a programme has been loaded. */
export const NO_PROGRAMME: SiteIdentity = {
  programme_name: { en: 'Design Awards', fr: 'Prix de design', zh: '设计奖' },
  organiser: '',
  primary_colour: PRIMARY_COLOUR,
  time_zone: 'Europe/Paris',
  social: [],
}

const Programme = z.object({
  name: z.object({ en: z.string(), fr: z.string().optional(), zh: z.string().optional() }),
  organiser: z.object({ name: z.string() }),
  timezone: z.string(),
  primary_colour: z.string().default(NO_PROGRAMME.primary_colour),
})

const Contact = z.object({
  social: z.array(z.object({ name: z.string(), url: z.url({ protocol: /^https$/ }) })),
})

/**
 * Reads the identity of the loaded programme through a cache with a TTL of two seconds. Serves the stale value if
 * the database cannot be reached.
 */
export function siteIdentity(db: Db): () => Promise<SiteIdentity> {
  let cached = NO_PROGRAMME
  let readAt = -Infinity
  let reading: Promise<void> | undefined

  async function read() {
    const rows = await db
      .selectFrom('site_documents')
      .select(['code', 'document'])
      .where('code', 'in', ['programme', 'contact'])
      .execute()
    const documents = new Map(rows.map(({ code, document }) => [code, document]))
    readAt = performance.now()
    cached = identityOf(documents.get('programme'), documents.get('contact'))
  }

  return async () => {
    if (performance.now() - readAt > TTL_MS) {
      reading ??= read()
        .catch(() => undefined)
        .finally(() => (reading = undefined))
      await reading
    }
    return cached
  }
}

function identityOf(programme: unknown, contact: unknown): SiteIdentity {
  const parsed = Programme.safeParse(programme)
  if (!parsed.success) return NO_PROGRAMME
  const { name, organiser, timezone, primary_colour } = parsed.data
  return {
    programme_name: name,
    organiser: organiser.name,
    primary_colour,
    time_zone: timezone,
    social: Contact.safeParse(contact).data?.social ?? [],
  }
}
