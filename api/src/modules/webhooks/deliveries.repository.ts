import { sql } from 'kysely'
import type { Language } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { isJudgingOpen } from '../../http/actor.repository.ts'
import type { Attempt } from './post-webhook.ts'

/** A delivery that can be sent, with its endpoint. */
export type DueDelivery = {
  readonly id: string
  readonly attempts: number
  readonly event_id: string
  readonly type: string
  readonly data: object
  readonly at: Date
  readonly endpoint_id: string
  readonly url: string
  readonly secret: string
  readonly old_secret: string | null
  readonly old_secret_until: Date | null
}

export type StopReason = 'gone' | 'failing'

/** Whoever is told about others' entries holds the right to organise, and does not judge meanwhile. */
const mayOrganise = sql<boolean>`(
  exists (select from account_rights held where held.user_id = u.id and held.name = 'organise')
  and not (${isJudgingOpen} and exists (
    select from jurors seat where seat.user_id = u.id and seat.is_active)))`

/** Deliveries of webhooks on their way, for the worker. */
export const deliveriesRepository = (db: Db) => ({
  /**
   * Due deliveries of each endpoint that is not stopped, at most `limit` of one. Of a subject only the oldest is
   * given, so that the next one waits until it is delivered or given up. `busy` endpoints are left out.
   */
  async due(now: Date, limit: number, busy: readonly string[]): Promise<DueDelivery[]> {
    const { rows } = await sql<DueDelivery>`
      select d.id, d.attempts, d.event_id, ev.type, ev.data, ev.at, e.id as endpoint_id, e.url, e.secret,
        e.old_secret, e.old_secret_until
      from webhook_endpoints e
      join users u on u.id = e.user_id and u.status = 'active'
      cross join lateral (
        select d.* from webhook_deliveries d
        where d.endpoint_id = e.id and d.done_at is null and (d.run_at is null or d.run_at <= ${now})
          and case d.reach when 'own' then u.identity = 0 when 'organise' then ${mayOrganise} else true end
          and not exists (
            select from webhook_deliveries earlier
            where earlier.endpoint_id = d.endpoint_id and earlier.subject = d.subject
              and earlier.done_at is null and earlier.seq < d.seq)
        order by d.seq limit ${limit}) d
      join webhook_events ev on ev.id = d.event_id
      where e.stopped_at is null and e.id <> all(${[...busy]}::bigint[])
      order by d.seq`.execute(db)
    return rows
  },

  /** Writes a try into the log and moves the delivery on; `runAt` is when it is tried again, null for never. */
  async note(
    { id, endpoint_id }: Pick<DueDelivery, 'id' | 'endpoint_id'>,
    { outcome, status }: Attempt,
    { at, ms, runAt }: { at: Date; ms: number; runAt: Date | null },
  ) {
    const isDelivered = outcome === 'delivered'
    const isDone = isDelivered || runAt === null
    await sql`
      with delivery as (
        update webhook_deliveries set attempts = attempts + 1, run_at = ${runAt}::timestamptz,
          done_at = ${isDone ? at : null}::timestamptz, is_given_up = ${isDone && !isDelivered}
        where id = ${id} and done_at is null returning id),
      tried as (
        insert into webhook_attempts (delivery_id, at, status, outcome, ms)
        select d.id, ${at}::timestamptz, ${status}::smallint, ${outcome}::text, ${ms}::integer from webhook_deliveries d where d.id = ${id})
      update webhook_endpoints set
        failing_since = case when ${isDelivered} then null else coalesce(failing_since, ${at}) end
      where id = ${endpoint_id} and (failing_since is null) <> ${isDelivered}`.execute(db)
  },

  /** Stops an endpoint; its owner and name, or undefined if it was stopped before. */
  async stop(
    id: string,
    reason: StopReason,
    { at, failingBefore }: { at: Date; failingBefore?: Date },
  ) {
    const { rows } = await sql<{
      user_id: string
      name: string
      email: string
      language: Language
    }>`
      update webhook_endpoints e set stopped_at = ${at}, stop_reason = ${reason}
      from users u
      where u.id = e.user_id and e.id = ${id} and e.stopped_at is null
        and (${failingBefore ?? null}::timestamptz is null or e.failing_since <= ${failingBefore ?? null})
      returning e.user_id, e.name, u.email, u.language`.execute(db)
    return rows[0]
  },
})
