import type {
  Answer,
  Broadcast,
  BroadcastFigures,
  BroadcastRow,
  broadcasts,
  Parsed,
} from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { LimitRule } from '../../http/limits.ts'
import { MINUTE_MS } from '../../lib/time.ts'
import { violatedConstraint } from '../../lib/errors.ts'
import { named } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import {
  audienceRepository,
  type AudienceOf,
  type Reader,
  broadcastsRepository,
  type BroadcastRecord,
  type NamedBroadcast,
} from './broadcasts.repository.ts'
import { broadcastMails } from './send-broadcasts.ts'

/** Mails that an organiser sends to themselves in an hour. */
const TESTS: LimitRule = { points: 30, seconds: 3_600 }
const NO_SKIPS = { opted_out: 0, bounced: 0, left: 0 }
const NO_FIGURES: BroadcastFigures = {
  people: 0,
  waiting: 0,
  underway: 0,
  failing: 0,
  sent: 0,
  bounced: 0,
  lost: 0,
  skipped: NO_SKIPS,
}

type Sample = Parsed<typeof broadcasts.previewBroadcast>

/** Mails to an audience: written, tried, started, stopped. The sending is a job of its own. */
export function broadcastsService(context: AppContext) {
  const { db, clock, mail, config, limits } = context

  const toRow = (
    one: NamedBroadcast,
    figures: ReadonlyMap<string, BroadcastFigures>,
    language: Language,
  ): BroadcastRow => ({
    broadcast_id: one.id,
    audience: one.audience,
    edition: named(one.edition_id, one.edition_code, one.edition_name, language),
    category:
      one.category_id && one.category_code
        ? named(one.category_id, one.category_code, one.category_name, language)
        : null,
    language: one.language,
    subject: one.texts[language].subject || one.texts.en.subject,
    state: one.state,
    starts_at: one.starts_at?.toISOString() ?? null,
    done_at: one.done_at?.toISOString() ?? null,
    changed_by: one.changed_by,
    changed_at: one.changed_at.toISOString(),
    figures: figures.get(one.id) ?? NO_FIGURES,
  })

  /** Runs a step with the broadcast locked, so that no mail leaves and nobody else changes it meanwhile. */
  const withBroadcast = <T>(
    id: string,
    version: number | undefined,
    step: (trx: Db, row: BroadcastRecord) => Promise<T>,
  ) =>
    db.transaction().execute(async (trx) => {
      const row = await broadcastsRepository(trx).lock(id)
      if (!row) throw unknownBroadcast()
      if (version !== undefined && row.version !== version) throw changed()
      return step(trx, row)
    })

  /** The first person of the audience, or the caller where it is empty. */
  async function sampleOf(actor: Actor, target: AudienceOf) {
    const [reader] = await audienceRepository(db, clock()).readers(target, 'first')
    const nobody: Reader = {
      user_id: actor.id,
      email: actor.email,
      name: actor.display_name,
      language: actor.language,
      titles: target.audience === 'jurors' ? [] : ['Ondine'],
      count: 1,
      deadline: null,
      level: target.audience === 'jurors' ? 2 : null,
      is_stopped: false,
      is_bounced: false,
    }
    return { reader: reader ?? nobody, isReal: reader !== undefined }
  }

  return {
    async list(language: Language): Promise<Answer<typeof broadcasts.broadcasts>> {
      const repository = broadcastsRepository(db)
      const rows = await repository.list()
      const figures = await repository.figures(rows.map(({ id }) => id))
      const { editions, categories } = await repository.choices()
      const name = (one: { id: string; code: string; name: unknown }) =>
        named(one.id, one.code, one.name, language)
      return {
        list: rows.map((row) => toRow(row, figures, language)),
        editions: editions.map(name),
        categories: categories.map(name),
        edition_id: (editions.find(({ is_open }) => is_open) ?? editions[0])?.id ?? null,
        per_minute: config.broadcastsPerMinute,
      }
    },

    async read(id: string, language: Language): Promise<Broadcast> {
      const repository = broadcastsRepository(db)
      const [row] = await repository.list(id)
      if (!row) throw unknownBroadcast()
      const { texts, version } = row
      return { ...toRow(row, await repository.figures([id]), language), texts, version }
    },

    async audience(
      input: Parsed<typeof broadcasts.audience>,
    ): Promise<Answer<typeof broadcasts.audience>> {
      const { category_id = null, language = null } = input
      return audienceRepository(db, clock()).counts({ ...input, category_id, language })
    },

    async save(actor: Actor, input: Parsed<typeof broadcasts.saveBroadcast>) {
      const { broadcast_id, version, ...values } = input
      if (!broadcast_id) {
        const adding = broadcastsRepository(db).add(values, actor.id, clock())
        return { broadcast_id: await adding.catch(explainTarget), version: 1 }
      }
      return withBroadcast(broadcast_id, version, async (trx, row) => {
        if (row.state !== 'draft') throw started()
        const putting = broadcastsRepository(trx).put(broadcast_id, values, actor.id, clock())
        await putting.catch(explainTarget)
        return { broadcast_id, version: row.version + 1 }
      })
    },

    remove: ({ broadcast_id, version }: Parsed<typeof broadcasts.removeBroadcast>) =>
      withBroadcast(broadcast_id, version, async (trx, row) => {
        if (row.state !== 'draft') throw started()
        await broadcastsRepository(trx).remove(broadcast_id)
        return { done: true as const }
      }),

    async preview(
      actor: Actor,
      { texts, show, ...target }: Sample,
    ): Promise<Answer<typeof broadcasts.previewBroadcast>> {
      const { reader, isReal } = await sampleOf(actor, target)
      const { preview } = await broadcastMails(context, db, target)
      const to = isReal ? { name: reader.name, email: reader.email } : null
      return { to, ...(await preview(texts, reader, show)) }
    },

    async test(actor: Actor, { texts, show, ...target }: Sample) {
      await limits.take('broadcast_test', actor.id, TESTS)
      const { reader } = await sampleOf(actor, target)
      const { mailOf } = await broadcastMails(context, db, target)
      // The values are the reader's, the link that ends mails is the caller's own.
      const own = mailOf(texts, { ...reader, user_id: actor.id }, show)
      const params = { ...own.params, subject: `[Test] ${own.params.subject}` }
      await mail.enqueue(db, { ...own, params, to: actor.email })
      return { to: actor.email }
    },

    start: (actor: Actor, input: Parsed<typeof broadcasts.startBroadcast>) =>
      withBroadcast(input.broadcast_id, input.version, async (trx, row) => {
        if (row.state !== 'draft' && row.state !== 'stopped') throw started()
        const at = startOf(input.starts_at, clock())
        const { people, opted_out, bounced } = await audienceRepository(trx, clock()).counts(row)
        if (row.state === 'draft' && at <= clock() && people - opted_out - bounced === 0) {
          throw nobody()
        }
        const state = row.state === 'stopped' ? 'sending' : 'scheduled'
        await broadcastsRepository(trx).setState(row.id, { state, starts_at: at })
        const { audience, category_id, language } = row
        await auditRepository(trx).record(actor, 'broadcast.started', row.id, {
          after: { audience, category_id, language, people, starts_at: at.toISOString() },
        })
        return { state } as const
      }),

    stop: (actor: Actor, { broadcast_id }: Parsed<typeof broadcasts.stopBroadcast>) =>
      withBroadcast(broadcast_id, undefined, async (trx, row) => {
        if (row.state !== 'scheduled' && row.state !== 'sending') throw over()
        const state = row.state === 'scheduled' ? 'draft' : 'stopped'
        await broadcastsRepository(trx).setState(row.id, { state })
        await auditRepository(trx).record(actor, 'broadcast.stopped', row.id)
        return { state } as const
      }),
  }
}

/** The moment of the start; a form that was open for a minute may name one that has just passed. */
function startOf(given: string | null, now: Date): Date {
  const at = given ? new Date(given) : now
  if (at.getTime() < now.getTime() - MINUTE_MS) {
    throw new BusinessError(422, { starts_at: ['Choose a moment to come'] })
  }
  return at
}

/** Constraint → what is wrong with the target. The database checks it: a category may go while the draft is saved. */
const GONE = new Map<string | undefined, Record<string, string[]>>([
  ['broadcasts_edition_id_fkey', { edition_id: ['There is no such edition'] }],
  ['broadcasts_category_id_fkey', { category_id: ['Choose another category: this one is gone'] }],
])

/** Names the field of an edition or a category that is not there. */
function explainTarget(error: unknown): never {
  const fields = GONE.get(violatedConstraint(error))
  throw fields ? new BusinessError(422, fields) : error
}

const unknownBroadcast = () =>
  new BusinessError(404, 'There is no such broadcast any more. Reload the page.')
const changed = () =>
  new BusinessError(409, 'Somebody else has changed this broadcast. Reload it first.', {
    reason: 'CHANGED',
  })
const started = () =>
  new BusinessError(409, 'This broadcast has begun, so it can be read and not changed.', {
    reason: 'STARTED',
  })
const over = () => new BusinessError(409, 'This broadcast is not being sent.', { reason: 'OVER' })
const nobody = () =>
  new BusinessError(409, 'Nobody would get this mail now. Choose other people or a later moment.', {
    reason: 'NOBODY',
  })
