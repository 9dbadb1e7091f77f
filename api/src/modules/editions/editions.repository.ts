import {
  PHASES,
  capabilitiesAt,
  capabilitiesOf,
  currentPhase,
  type Phase,
  type PhaseSpan,
  type Stage,
  PRIMARY_COLOUR,
  type Translated,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { z } from 'zod'

/** Editions and the stage that they are in, by the rules of `currentPhase` and `capabilitiesAt`. */
export const editionsRepository = (db: Db) => ({
  /** The edition whose call is open or comes next, else the latest. */
  async currentCall(now: Date) {
    const editions = await db.selectFrom('editions').selectAll().orderBy('opens_at').execute()
    return editions.find(({ closes_at }) => closes_at >= now) ?? editions.at(-1)
  },

  /** Opening of the next call after `now`. */
  opensAfter: (now: Date) =>
    db
      .selectFrom('editions')
      .select(['opens_at', 'timezone'])
      .where('opens_at', '>', now)
      .orderBy('opens_at')
      .executeTakeFirst(),

  /** Close of the last call before `now`. */
  closedBefore: (now: Date) =>
    db
      .selectFrom('editions')
      .select(['closes_at', 'timezone'])
      .where('closes_at', '<', now)
      .orderBy('closes_at', 'desc')
      .executeTakeFirst(),

  /** One edition; undefined for an unknown id. */
  find: (id: string) =>
    db.selectFrom('editions').selectAll().where('id', '=', id).executeTakeFirst(),

  /** Whether the results of an edition are frozen in a snapshot. */
  async isFrozen(id: string): Promise<boolean> {
    const edition = await db
      .selectFrom('editions')
      .select('snapshot_id')
      .where('id', '=', id)
      .executeTakeFirst()
    return Boolean(edition?.snapshot_id)
  },

  /** Groups entry ids by edition id. */
  async entriesByEdition(ids: readonly string[]): Promise<Map<string, string[]>> {
    if (ids.length === 0) return new Map()
    const rows = await db
      .selectFrom('apply_orders')
      .select(['id', 'edition_id'])
      .where('id', 'in', [...ids])
      .execute()
    const groups = Map.groupBy(rows, ({ edition_id }) => edition_id)
    return new Map([...groups].map(([edition, entries]) => [edition, entries.map(({ id }) => id)]))
  },

  /** Stages of several editions by id, in one query; see `currentPhase`. */
  async stagesOf(editionIds: readonly string[], now: Date): Promise<Map<string, Stage>> {
    if (editionIds.length === 0) return new Map()
    const rows = await db
      .selectFrom('phases')
      .innerJoin('editions', 'editions.id', 'phases.edition_id')
      .select(['edition_id', 'phase', 'starts_at', 'ends_at', 'is_forced', 'capabilities'])
      .select('results_published_at')
      .where('edition_id', '=', sql<string>`any(${[...editionIds]}::bigint[])`)
      .orderBy('starts_at')
      .execute()
    const phases = Map.groupBy(rows, ({ edition_id }) => edition_id)
    return new Map(editionIds.map((id) => [id, stageAt(phases.get(id) ?? [], now)]))
  },

  /** The stage of one edition; see `stagesOf`. */
  async stageOf(editionId: string, now: Date): Promise<Stage> {
    return (await this.stagesOf([editionId], now)).get(editionId) ?? stageAt([], now)
  },

  /** Ids of editions in which the entrants are still hidden from the chair. */
  async blindEditions(now: Date): Promise<string[]> {
    const editions = await db.selectFrom('editions').select('id').execute()
    const stages = await this.stagesOf(
      editions.map(({ id }) => id),
      now,
    )
    return [...stages]
      .filter(([, { capabilities }]) => capabilities.blind_entrant)
      .map(([id]) => id)
  },

  /** The phase number alone; see `stageOf`. */
  async phaseOf(editionId: string, now: Date): Promise<Phase> {
    return (await this.stageOf(editionId, now)).phase
  },
})

type PhaseOfEdition = PhaseSpan & { capabilities: unknown; results_published_at: Date | null }

/** The stage of one edition by its phases; `setup` before the first. */
function stageAt(phases: readonly PhaseOfEdition[], now: Date): Stage {
  const current = currentPhase(phases, now, Boolean(phases[0]?.results_published_at))
  if (!current) return { phase: PHASES.setup, capabilities: capabilitiesOf(PHASES.setup) }
  return { phase: current.phase as Phase, capabilities: capabilitiesAt(current, now) }
}

/** Prefix of entry and invoice numbers, from the programme; `A` if it has none. */
export async function numberPrefix(db: Db): Promise<string> {
  const { rows } = await sql<{ prefix: string | null }>`
    select document ->> 'number_prefix' as prefix from site_documents where code = 'programme'`.execute(
    db,
  )
  return rows[0]?.prefix ?? 'A'
}

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
const NO_PROGRAMME: SiteIdentity = {
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
