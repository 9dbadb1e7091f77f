import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { WebhookEndpoints } from '../../db/schema.gen.ts'
import type { Language } from '@awards/shared/domain'
import { isJudgingOpen } from '../../http/actor.repository.ts'
import type { Attempt } from './post-webhook.ts'

export type EndpointRecord = Selectable<WebhookEndpoints>
export type DeliveryState = 'waiting' | 'delivered' | 'given_up'

/** A delivery in the log of its endpoint. */
export type LoggedDelivery = {
  id: string
  event_id: string
  type: string
  subject: string
  at: Date
  is_replay: boolean
  is_given_up: boolean
  done_at: Date | null
  run_at: Date | null
  attempts: { at: string; status: number | null; outcome: string; ms: number }[]
}

const STATES: Readonly<Record<DeliveryState, ReturnType<typeof sql<boolean>>>> = {
  waiting: sql<boolean>`d.done_at is null`,
  delivered: sql<boolean>`d.done_at is not null and not d.is_given_up`,
  given_up: sql<boolean>`d.is_given_up`,
}

/** The table `webhook_endpoints`, and the log of deliveries as its owner reads it. */
export const webhooksRepository = (db: Db) => ({
  async add(endpoint: Insertable<WebhookEndpoints>): Promise<string> {
    const { id } = await db
      .insertInto('webhook_endpoints')
      .values(endpoint)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** Endpoints of a user, the oldest first, with how much waits at each. */
  ofUser: (userId: string): Promise<(EndpointRecord & { waiting: number })[]> =>
    db
      .selectFrom('webhook_endpoints as e')
      .selectAll()
      .select(
        sql<number>`(select count(*)::int from webhook_deliveries d
          where d.endpoint_id = e.id and d.done_at is null)`.as('waiting'),
      )
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  /** Locks an endpoint of the user until the transaction ends; undefined if it is another user's or none. */
  lock: (userId: string, id: string): Promise<EndpointRecord | undefined> =>
    db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  async isOwn(userId: string, id: string): Promise<boolean> {
    const row = await db
      .selectFrom('webhook_endpoints')
      .select('id')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst()
    return row !== undefined
  },

  async change(id: string, change: Updateable<WebhookEndpoints>) {
    await db.updateTable('webhook_endpoints').set(change).where('id', '=', id).execute()
  },

  /** Makes due what waits for its next try. */
  async sendWaiting(id: string) {
    await db
      .updateTable('webhook_deliveries')
      .set({ run_at: null })
      .where('endpoint_id', '=', id)
      .where('done_at', 'is', null)
      .execute()
  },

  async remove(id: string) {
    await db.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
  },

  async removeAll(userId: string) {
    await db.deleteFrom('webhook_endpoints').where('user_id', '=', userId).execute()
  },

  /** An event for one endpoint alone. */
  async addFor(endpointId: string, type: string, data: object, at: Date) {
    await sql`
      with noted as (
        insert into webhook_events (type, subject, data, at)
        values (${type}, ${`endpoint:${endpointId}`}, ${JSON.stringify(data)}, ${at})
        returning id, subject)
      insert into webhook_deliveries (endpoint_id, event_id, subject, reach)
      select ${endpointId}, id, subject, 'public' from noted`.execute(db)
  },

  /** A page of the log, the newest first. */
  async log(endpointId: string, page: { state?: DeliveryState; limit: number; offset: number }) {
    const isWanted = page.state ? STATES[page.state] : sql<boolean>`true`
    const { rows: list } = await sql<LoggedDelivery>`
      select d.id, d.event_id, ev.type, d.subject, ev.at, d.is_replay, d.is_given_up, d.done_at, d.run_at,
        coalesce((select jsonb_agg(jsonb_build_object(
            'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'status', a.status,
            'outcome', a.outcome, 'ms', a.ms) order by a.at desc, a.id desc)
          from (select * from webhook_attempts a where a.delivery_id = d.id
            order by a.at desc, a.id desc limit 10) a), '[]') as attempts
      from webhook_deliveries d join webhook_events ev on ev.id = d.event_id
      where d.endpoint_id = ${endpointId} and ${isWanted}
      order by d.seq desc limit ${page.limit} offset ${page.offset}`.execute(db)
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from webhook_deliveries d
      where d.endpoint_id = ${endpointId} and ${isWanted}`.execute(db)
    return { list, total: rows[0]?.total ?? 0 }
  },

  /** Queues again what one delivery told; undefined if it is unknown, false while it is still waiting. */
  async replayOne(endpointId: string, deliveryId: string): Promise<boolean | undefined> {
    const known = await db
      .selectFrom('webhook_deliveries')
      .select('done_at')
      .where('endpoint_id', '=', endpointId)
      .where('id', '=', deliveryId)
      .executeTakeFirst()
    if (!known) return undefined
    if (known.done_at === null) return false
    await sql`
      insert into webhook_deliveries (endpoint_id, event_id, subject, reach, is_replay)
      select endpoint_id, event_id, subject, reach, true from webhook_deliveries
      where id = ${deliveryId}`.execute(db)
    return true
  },

  /** Queues again, in order, each event of a span that is not waiting anyhow; at most `limit`, the oldest first. */
  async replaySpan(endpointId: string, from: Date, to: Date, limit: number): Promise<number> {
    const { rows } = await sql<{ id: string }>`
      insert into webhook_deliveries (endpoint_id, event_id, subject, reach, is_replay)
      select ${endpointId}, d.event_id, d.subject, d.reach, true
      from (
        select d.event_id, d.subject, min(d.reach) as reach, min(d.seq) as seq
        from webhook_deliveries d join webhook_events ev on ev.id = d.event_id
        where d.endpoint_id = ${endpointId} and ev.at >= ${from} and ev.at <= ${to}
        group by d.event_id, d.subject having bool_and(d.done_at is not null)
        order by min(d.seq) limit ${limit}) d
      order by d.seq
      returning id`.execute(db)
    return rows.length
  },
})

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

/** A person who is told about others' entries holds the right to organise, and does not judge meanwhile. */
const mayOrganise = sql<boolean>`(
  exists (select from account_rights held where held.user_id = u.id and held.name = 'organise')
  and not (${isJudgingOpen} and exists (
    select from jurors seat where seat.user_id = u.id and seat.is_active)))`

type Outcome = {
  readonly at: Date
  readonly ms: number
  /** When it is tried again; null for never. */
  readonly runAt: Date | null
  /** Until when the receiver takes nothing. */
  readonly pausedUntil: Date | null
}

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
      where e.stopped_at is null and (e.paused_until is null or e.paused_until <= ${now})
        and e.id <> all(${[...busy]}::bigint[])
      order by d.seq`.execute(db)
    return rows
  },

  /** Writes a try into the log and moves the delivery on; `runAt` is when it is tried again, null for never. */
  async note(
    { id, endpoint_id }: Pick<DueDelivery, 'id' | 'endpoint_id'>,
    { outcome, status }: Attempt,
    { at, ms, runAt, pausedUntil }: Outcome,
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
        failing_since = case when ${isDelivered} then null else coalesce(failing_since, ${at}) end,
        paused_until = greatest(paused_until, ${pausedUntil}::timestamptz)
      where id = ${endpoint_id}
        and ((failing_since is null) <> ${isDelivered} or ${pausedUntil}::timestamptz is not null)`.execute(
      db,
    )
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
