import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { WEBHOOK_PATIENCE_DAYS } from '@awards/shared/domain'
import { DAY_MS } from '../../lib/time.ts'
import { RETRY_SECONDS, webhookHeaders } from '../../lib/standard-webhooks.ts'
import type { AppContext } from '../../start/app-context.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { deliveriesRepository, type DueDelivery, type StopReason } from './webhooks.repository.ts'
import { postWebhook, type Attempt } from './post-webhook.ts'

/** Requests to one endpoint at a time, so that one slow receiver takes no place from the others. */
const AT_ONCE = 4
/** Deliveries of one endpoint that are read in advance. */
const READ_AHEAD = 40
/** After so long a run reads no more, so that another process can take over. */
const RUN_MS = 60_000
const EVERY_SECONDS = 2
/** A retry comes up to a fifth later, so that receivers which failed together are not called together. */
const JITTER = 0.2

export const messageId = (eventId: string) => `msg_${eventId}`

const wholeBody = ({ type, at, data }: DueDelivery) =>
  JSON.stringify({ type, timestamp: at.toISOString(), data })

/** When a delivery is tried again after its `attempts`-th try; null after the last. */
export function retryAt(attempts: number, now: Date, random = Math.random()): Date | null {
  const seconds = RETRY_SECONDS[attempts - 1]
  return seconds === undefined
    ? null
    : new Date(now.getTime() + seconds * 1_000 * (1 + random * JITTER))
}

/** Until one has ended, or new events are looked for: an endpoint that hangs does not keep those of the others. */
async function oneOf(sent: readonly Promise<void>[]) {
  const ended = new AbortController()
  const options = { ref: false, signal: ended.signal }
  const look = delay(EVERY_SECONDS * 1_000, undefined, options).catch(() => undefined)
  await Promise.race([...sent, look])
  ended.abort()
}

/**
 * Sends webhooks that are due. One process at a time runs it, by the lease of its job; a delivery counts as done only
 * after its answer, so that one whose process was killed is sent again.
 */
export function webhookDelivery(context: AppContext) {
  const { db, clock, config, log } = context
  const closing = new AbortController()

  async function sendOne(
    delivery: DueDelivery,
  ): Promise<Attempt['outcome'] | 'paused' | undefined> {
    const { secret, old_secret: old, old_secret_until: until } = delivery
    const body = wholeBody(delivery)
    const secrets = old !== null && until !== null && until > clock() ? [secret, old] : [secret]
    const headers = webhookHeaders(secrets, messageId(delivery.event_id), clock(), body)
    const began = performance.now()
    const post = { url: delivery.url, headers, body, isLocal: config.webhooksLocal }
    const attempt = await postWebhook({ ...post, signal: closing.signal }).catch(() => undefined)
    if (!attempt) return undefined
    const at = clock()
    const ms = Math.round(performance.now() - began)
    const isGone = attempt.outcome === 'gone'
    // What an address that is gone was to be told waits until the owner resumes it.
    const { retry_after: wait } = attempt
    const pausedUntil = wait === undefined ? null : new Date(at.getTime() + wait * 1_000)
    const next = isGone ? at : retryAt(delivery.attempts + 1, at)
    const runAt = next && pausedUntil && pausedUntil > next ? pausedUntil : next
    await deliveriesRepository(db).note(delivery, attempt, { at, ms, runAt, pausedUntil })
    if (attempt.outcome !== 'delivered') await afterFailure(delivery, attempt, at)
    return pausedUntil ? 'paused' : attempt.outcome
  }

  async function afterFailure(
    { id, endpoint_id, attempts }: DueDelivery,
    attempt: Attempt,
    at: Date,
  ) {
    log.warn('webhook.failed', {
      delivery: id,
      endpoint: endpoint_id,
      attempts: attempts + 1,
      ...attempt,
    })
    const failingBefore = new Date(at.getTime() - WEBHOOK_PATIENCE_DAYS * DAY_MS)
    if (attempt.outcome === 'gone') await stop(endpoint_id, 'gone', { at })
    else await stop(endpoint_id, 'failing', { at, failingBefore })
  }

  const stop = (id: string, reason: StopReason, when: { at: Date; failingBefore?: Date }) =>
    db.transaction().execute(async (trx) => {
      const owner = await deliveriesRepository(trx).stop(id, reason, when)
      if (!owner) return
      await auditRepository(trx).record(null, 'webhook.stopped', owner.user_id, {
        after: { endpoint_id: id, reason },
      })
      await context.mail.enqueue(trx, {
        to: owner.email,
        template: reason === 'gone' ? 'webhook_gone' : 'webhook_failing',
        language: owner.language,
        params: { endpoint: owner.name, days: WEBHOOK_PATIENCE_DAYS },
      })
    })

  /** Sends the deliveries of one endpoint, a few at a time, until they are through, it is stopped or the run ends. */
  async function sendAll(deliveries: DueDelivery[], isOpen: () => boolean) {
    const queue = [...deliveries]
    const lane = async () => {
      for (let next = queue.shift(); next && isOpen(); next = queue.shift()) {
        const outcome = await sendOne(next)
        // Stopped, paused by the receiver, or the server closes: what is left is read again.
        if (outcome === 'gone' || outcome === 'paused' || outcome === undefined) queue.length = 0
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }

  /** One run: until nothing is due that is not on its way. */
  async function deliverDue() {
    const began = performance.now()
    const busy = new Map<string, Promise<void>>()
    const failures: unknown[] = []
    const isOpen = () =>
      !closing.signal.aborted && failures.length === 0 && performance.now() - began < RUN_MS
    for (;;) {
      const leftOut = [...busy.keys()]
      const due = isOpen() ? await deliveriesRepository(db).due(clock(), READ_AHEAD, leftOut) : []
      for (const [endpoint, deliveries] of Map.groupBy(due, (one) => one.endpoint_id)) {
        const sent = sendAll(deliveries, isOpen)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => busy.delete(endpoint))
        busy.set(endpoint, sent)
      }
      if (busy.size > 0) await oneOf([...busy.values()])
      // Queries again: an endpoint that was busy at the query and ended during it may have more.
      else if (leftOut.length === 0) break
    }
    if (failures.length > 0) throw failures[0]
  }

  return {
    deliverDue,
    /** Breaks off requests when the server closes; they are made again after the next start. */
    close: () => closing.abort(),
  }
}

/** Mounts the job that sends webhooks, in a lane of its own: receivers may hang. */
export function webhookJobs(context: AppContext) {
  const delivery = webhookDelivery(context)
  context.jobs.every('webhooks.deliver', EVERY_SECONDS, delivery.deliverDue, { lane: 'webhooks' })
  return delivery
}
