import type { DeliveryRow, EndpointRow, Output, Parsed, webhooks } from '@awards/shared/contract'
import {
  OLD_SECRET_HOURS,
  WEBHOOK_EVENTS,
  WEBHOOK_LIMIT,
  WEBHOOK_TEST,
  webhookEventsOf,
} from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { effectiveRights, type Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { LimitRule } from '../../http/limits.ts'
import { HOUR_MS } from '../../lib/time.ts'
import { newWebhookSecret } from '../../lib/standard-webhooks.ts'
import type { AppContext } from '../../start/app-context.ts'
import { requireFreshSignIn } from '../accounts/step-up.service.ts'
import { usersRepository } from '../accounts/users.repository.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { messageId } from './deliver-webhooks.ts'
import {
  webhooksRepository,
  type EndpointRecord,
  type LoggedDelivery,
} from './webhooks.repository.ts'

const CHANGES: LimitRule = { points: 60, seconds: 3_600 }
const TESTS: LimitRule = { points: 60, seconds: 3_600 }
const REPLAYS: LimitRule = { points: 30, seconds: 3_600 }
/** Events of one replay; who needs more asks for the next span. */
const REPLAY_LIMIT = 10_000

/** Of an address to which nothing has been sent yet. */
const UNTRIED = { failing_since: null, paused_until: null }

type Wanted = Parsed<typeof webhooks.add>

/** Endpoints of an account and the log of what was sent to them; a key of the scope may do all of it too. */
export function webhooksService(context: AppContext) {
  const { config, db, clock, limits } = context
  const eventsOf = (actor: Actor) =>
    webhookEventsOf(actor.identity, effectiveRights(actor).includes('organise'))

  /** A session proves anew who has signed in; a key was made by somebody who had. */
  const requireFresh = async (actor: Actor, session: Buffer, at: Db = db) => {
    if (!actor.key) await requireFreshSignIn({ db: at, clock }, session)
  }

  function requireWanted(actor: Actor, { url, events }: Wanted) {
    const { protocol, username, password, hash } = new URL(url)
    if (protocol !== 'https:' && !config.webhooksLocal)
      throw wrongUrl('Give an address that begins with https://')
    if (username || password || hash) {
      throw wrongUrl('Give an address without a name, a password or a # in it')
    }
    const allowed = eventsOf(actor)
    if (!events.every((name) => allowed.includes(name))) throw eventsNotYours()
  }

  const record = (
    trx: Db,
    actor: Actor,
    act: 'added' | 'changed' | 'removed' | 'replayed' | 'resumed' | 'secret_rotated',
    facts: object,
  ) =>
    auditRepository(trx).record(actor, `webhook.${act}`, actor.id, {
      after: { ...facts, ...(actor.key && { key_id: actor.key.id }) },
    })

  /** Runs a change with the endpoint locked. */
  const withEndpoint = <T>(
    actor: Actor,
    id: string,
    change: (trx: Db, endpoint: EndpointRecord) => Promise<T>,
  ) =>
    db.transaction().execute(async (trx) => {
      const endpoint = await webhooksRepository(trx).lock(actor.id, id)
      if (!endpoint) throw gone()
      return change(trx, endpoint)
    })

  const DONE = { done: true }

  return {
    async list(actor: Actor): Promise<Output<typeof webhooks.list>> {
      const endpoints = await webhooksRepository(db).ofUser(actor.id)
      const now = clock()
      return { endpoints: endpoints.map((row) => toRow(row, now)), events: [...eventsOf(actor)] }
    },

    async add(actor: Actor, wanted: Wanted, session: Buffer) {
      requireWanted(actor, wanted)
      await requireFresh(actor, session)
      await limits.take('webhook_change', actor.id, CHANGES)
      const secret = newWebhookSecret()
      return db.transaction().execute(async (trx) => {
        // The lock keeps two at once from passing the limit together.
        await usersRepository(trx).lock(actor.id)
        await requireFresh(actor, session, trx)
        const endpoints = webhooksRepository(trx)
        if ((await endpoints.ofUser(actor.id)).length >= WEBHOOK_LIMIT) throw tooMany()
        const endpoint_id = await endpoints.add({
          ...stored(wanted),
          user_id: actor.id,
          secret,
          created_at: clock(),
        })
        await record(trx, actor, 'added', { endpoint_id, host: new URL(wanted.url).host })
        return { endpoint_id, secret }
      })
    },

    async change(
      actor: Actor,
      { endpoint_id, ...wanted }: Parsed<typeof webhooks.change>,
      session: Buffer,
    ) {
      requireWanted(actor, wanted)
      await requireFresh(actor, session)
      return withEndpoint(actor, endpoint_id, async (trx, { id, url }) => {
        // Failures and pauses are those of the address before.
        const isMoved = wanted.url !== url
        await webhooksRepository(trx).change(id, { ...stored(wanted), ...(isMoved && UNTRIED) })
        if (isMoved) await webhooksRepository(trx).sendWaiting(id)
        await record(trx, actor, 'changed', { endpoint_id, host: new URL(wanted.url).host })
        return DONE
      })
    },

    remove: (actor: Actor, endpointId: string) =>
      withEndpoint(actor, endpointId, async (trx, { id }) => {
        await webhooksRepository(trx).remove(id)
        await record(trx, actor, 'removed', { endpoint_id: id })
        return DONE
      }),

    async rotateSecret(actor: Actor, endpointId: string, session: Buffer) {
      await requireFresh(actor, session)
      await limits.take('webhook_change', actor.id, CHANGES)
      const secret = newWebhookSecret()
      const until = new Date(clock().getTime() + OLD_SECRET_HOURS * HOUR_MS)
      return withEndpoint(actor, endpointId, async (trx, { id, secret: before }) => {
        const rotated = { secret, old_secret: before, old_secret_until: until }
        await webhooksRepository(trx).change(id, rotated)
        await record(trx, actor, 'secret_rotated', { endpoint_id: id })
        return { secret, old_until: until.toISOString() }
      })
    },

    resume: (actor: Actor, endpointId: string) =>
      withEndpoint(actor, endpointId, async (trx, { id, stopped_at }) => {
        const running = { ...UNTRIED, stopped_at: null, stop_reason: null }
        await webhooksRepository(trx).change(id, running)
        await webhooksRepository(trx).sendWaiting(id)
        if (stopped_at) await record(trx, actor, 'resumed', { endpoint_id: id })
        return DONE
      }),

    async test(actor: Actor, endpointId: string) {
      await limits.take('webhook_test', actor.id, TESTS)
      return withEndpoint(actor, endpointId, async (trx, { id }) => {
        await webhooksRepository(trx).addFor(id, WEBHOOK_TEST, { endpoint_id: id }, clock())
        return DONE
      })
    },

    async deliveries(actor: Actor, input: Parsed<typeof webhooks.deliveries>) {
      const { endpoint_id: id, state, current, pageSize } = input
      if (!(await webhooksRepository(db).isOwn(actor.id, id))) throw gone()
      const offset = (current - 1) * pageSize
      const page = { limit: pageSize, offset, ...(state && { state }) }
      const { list, total } = await webhooksRepository(db).log(id, page)
      return { list: list.map(toDelivery), total, current, pageSize }
    },

    async replay(actor: Actor, input: Parsed<typeof webhooks.replay>) {
      const { endpoint_id, delivery_id, from, to } = input
      await limits.take('webhook_replay', actor.id, REPLAYS)
      return withEndpoint(actor, endpoint_id, async (trx, { id }) => {
        const deliveries = webhooksRepository(trx)
        let queued = 1
        if (delivery_id !== undefined) {
          const isQueued = await deliveries.replayOne(id, delivery_id)
          if (isQueued === undefined) throw deliveryGone()
          if (!isQueued) throw stillWaiting()
        } else {
          if (from === undefined || to === undefined || from > to) throw spanMissing()
          queued = await deliveries.replaySpan(id, new Date(from), new Date(to), REPLAY_LIMIT)
        }
        await record(trx, actor, 'replayed', { endpoint_id: id, queued })
        return { queued }
      })
    },
  }
}

const stored = ({ name, url, events }: Wanted) => ({
  name,
  url,
  events: WEBHOOK_EVENTS.filter((event) => events.includes(event)),
})

const toRow = (row: EndpointRecord & { waiting: number }, now: Date): EndpointRow => ({
  endpoint_id: row.id,
  name: row.name,
  url: row.url,
  events: row.events,
  created_at: row.created_at.toISOString(),
  failing_since: row.failing_since?.toISOString() ?? null,
  stopped_at: row.stopped_at?.toISOString() ?? null,
  stop_reason: row.stop_reason as EndpointRow['stop_reason'],
  exchanged_until:
    row.old_secret_until && row.old_secret_until > now ? row.old_secret_until.toISOString() : null,
  waiting: row.waiting,
})

function toDelivery(row: LoggedDelivery): DeliveryRow {
  const isWaiting = row.done_at === null
  return {
    delivery_id: row.id,
    message_id: messageId(row.event_id),
    type: row.type,
    subject: row.subject,
    at: row.at.toISOString(),
    state: isWaiting ? 'waiting' : row.is_given_up ? 'given_up' : 'delivered',
    is_replay: row.is_replay,
    next_at: isWaiting ? (row.run_at?.toISOString() ?? null) : null,
    attempts: row.attempts,
  }
}

const wrongUrl = (message: string) => new BusinessError(422, { url: [message] })

const gone = () =>
  new BusinessError(404, 'This address is none of your account. Reload the list to see.')

const deliveryGone = () =>
  new BusinessError(404, 'This delivery is not in the log any more. Reload the log to see.')

const stillWaiting = () =>
  new BusinessError(
    409,
    'This delivery is still waiting and will be sent. Resume the address if it is stopped.',
    {
      reason: 'WAITING',
    },
  )

const spanMissing = () =>
  new BusinessError(422, { from: ['Give a delivery, or a span from one moment to a later one'] })

const tooMany = () =>
  new BusinessError(
    409,
    `An account has at most ${WEBHOOK_LIMIT} addresses for webhooks. Remove one first.`,
    {
      reason: 'WEBHOOK_LIMIT',
    },
  )

const eventsNotYours = () =>
  new BusinessError(
    403,
    'Your account cannot hear of all these events. Reload the page, and choose from what it offers.',
    { reason: 'EVENTS' },
  )
