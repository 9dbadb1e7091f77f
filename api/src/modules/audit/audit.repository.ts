import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import { actsOfArea, type AuditArea } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import {
  requestContext,
  recordAction,
  type Person,
  type RequestContext,
} from '../../http/request-context.ts'
import type { AppContext } from '../../start/app-context.ts'

type Facts = { before?: object; after?: object; reason?: string | undefined }

/**
 * The append-only audit log, written in the transaction of the action. The database adds each row to the hash
 * chain at commit (migration 0030).
 */
export const auditRepository = (db: Db) => ({
  async record(actor: Person | null, action: string, subject: string, facts: Facts = {}) {
    await db
      .insertInto('audit_log')
      .values({
        actor_id: actor?.id ?? null,
        actor_role: actor ? `identity_${actor.identity}` : 'system',
        action,
        subject,
        before: facts.before ? JSON.stringify(facts.before) : null,
        after: facts.after ? JSON.stringify(facts.after) : null,
        reason: facts.reason ?? null,
        request_id: requestContext()?.trace_id ?? null,
      })
      .execute()
    recordAction(action, subject, actor)
  },
})

/** Denials recorded per user, hour and process; further ones are only logged. */
const MAX_DENIALS = 30
const WINDOW_MS = 3_600_000
const MAX_USERS = 10_000

/** Records calls that were refused for missing permissions, rate-limited per user. */
export function denialRecorder({ db, log }: Pick<AppContext, 'db' | 'log'>) {
  const counts = new LRUCache<string, number>({ max: MAX_USERS, ttl: WINDOW_MS, noUpdateTTL: true })

  return async ({ actor, call = '', acts }: RequestContext) => {
    // The jury services record their refusals themselves, with the entry.
    if (!actor || acts?.some((act) => act.startsWith('jury.refused'))) return
    const count = (counts.get(actor.id) ?? 0) + 1
    counts.set(actor.id, count)
    if (count > MAX_DENIALS) return
    await auditRepository(db)
      .record(actor, 'access.denied', call)
      .catch((error: unknown) => log.error('audit.unwritten', { error }))
  }
}

/** A link with its row; null if the row is missing. */
export type Link = { seq: number; audit_id: string; hash: Buffer; row: ChainedRow | null }
type Found = Omit<Link, 'row'> & Partial<ChainedRow>

/** The last link that retention removed; all rows up to it were older than `before`. */
export type Horizon = ChainHead & { readonly before: Date; readonly is_due: boolean }

/** The hash chain of the audit log. */
export const chainRepository = (db: Db) => ({
  async head(): Promise<ChainHead | undefined> {
    const { rows } = await sql<ChainHead>`
      select seq::float8 as seq, encode(hash, 'hex') as hash from audit_chain
      order by audit_chain.seq desc limit 1`.execute(db)
    return rows[0]
  },

  /** The last link that retention removed, from which the chain continues; undefined if none was. */
  async horizon(): Promise<Horizon | undefined> {
    const { rows } = await sql<Horizon>`
      select (a.after ->> 'seq')::float8 as seq, a.after ->> 'hash' as hash,
        (a.after ->> 'before')::timestamptz as before,
        (a.after ->> 'before')::timestamptz <= a.at - audit_kept() as is_due
      from audit_log a join audit_chain c on c.audit_id = a.id
      where a.action = 'audit.forgotten' order by c.seq desc limit 1`.execute(db)
    return rows[0]
  },

  /** Start of the month (UTC) of `wanted`, or of the end of the retention period if that is earlier. */
  async monthBefore(wanted: Date): Promise<Date> {
    const { rows } = await sql<{ month: Date }>`
      select date_trunc('month', least(${wanted}::timestamptz, now() - audit_kept()), 'UTC') as month`.execute(
      db,
    )
    return rows[0]?.month ?? wanted
  },

  /** The last link before the first row at or after `moment`; never the last link of the chain. */
  async lastBefore(moment: Date): Promise<ChainHead | undefined> {
    const { rows } = await sql<ChainHead>`
      with oldest as (
        select a.at from audit_chain c join audit_log a on a.id = c.audit_id order by c.seq limit 1),
      inserted as (
        select coalesce(min(c.seq) filter (where a.at >= ${moment}), max(c.seq)) as seq
        from audit_chain c join audit_log a on a.id = c.audit_id
        where exists (select from oldest where at < ${moment}))
      select seq::float8 as seq, encode(hash, 'hex') as hash from audit_chain
      where audit_chain.seq < (select seq from inserted) order by audit_chain.seq desc limit 1`.execute(
      db,
    )
    return rows[0]
  },

  /** The next links after `after`, in order. */
  async links(after: number, limit: number): Promise<Link[]> {
    const { rows } = await sql<Found>`
      select c.seq::float8 as seq, c.audit_id, c.hash, a.id, a.actor_id, a.actor_role, a.action,
        a.subject, a.before::text, a.after::text, a.reason, a.request_id,
        to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from audit_chain c left join audit_log a on a.id = c.audit_id
      where c.seq > ${after} order by c.seq limit ${limit}`.execute(db)
    return rows.map(({ seq, audit_id, hash, ...row }) => ({
      seq,
      audit_id,
      hash,
      row: row.id === null ? null : (row as ChainedRow),
    }))
  },

  /** Id of a row that has no link, if there is one. */
  async unchained(): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      select id from audit_log a
      where not exists (select from audit_chain c where c.audit_id = a.id)
      order by id limit 1`.execute(db)
    return rows[0]?.id
  },
})

/**
 * Retention: deletes rows of the audit log before `wanted` by whole months, with their links, and records the last
 * link in a new row, from which the chain is verified. A trigger refuses to delete rows younger than five years.
 */
export const pruneAudit = (db: Db, wanted: Date): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const chain = chainRepository(trx)
    const before = await chain.monthBefore(wanted)
    const last = await chain.lastBefore(before)
    if (!last) return
    await sql`delete from audit_log where id in
      (select audit_id from audit_chain where seq <= ${last.seq})`.execute(trx)
    await sql`delete from audit_chain where seq <= ${last.seq}`.execute(trx)
    const after = { ...last, before: before.toISOString() }
    await auditRepository(trx).record(null, 'audit.forgotten', String(last.seq), { after })
  })

/** A row of the audit log as the texts that its link hashes. */
type ChainedRow = {
  readonly id: string
  readonly actor_id: string | null
  readonly actor_role: string
  readonly action: string
  readonly subject: string
  readonly before: string | null
  readonly after: string | null
  readonly reason: string | null
  readonly request_id: string | null
  /** ISO 8601 in UTC, with microseconds. */
  readonly at: string
}

/** Last link of the chain; `hash` (hex) covers all rows up to `seq`. */
export type ChainHead = { readonly seq: number; readonly hash: string }

/** The previous hash of the first link: empty. */
export const CHAIN_START = Buffer.alloc(0)

/** SHA-256 of a link, as `audit_hash` of migration 0030 computes it in the database. */
export function linkHash(previous: Buffer, row: ChainedRow): Buffer {
  const texts = [row.id, row.actor_id, row.actor_role, row.action, row.subject, row.before]
  const more = [row.after, row.reason, row.request_id, row.at]
  const content = [...texts, ...more].map(withLength).join(',')
  return hash('sha256', Buffer.concat([previous, Buffer.from(content)]), 'buffer')
}

// Length-prefixed, so that no two rows have the same content.
const withLength = (text: string | null) =>
  text === null ? '-' : `${Buffer.byteLength(text)}:${text}`

export type AuditRecord = {
  id: string
  at: Date
  action: string
  actor_id: string | null
  subject: string
  before: unknown
  after: unknown
  reason: string | null
}

export type AuditFilter = {
  userId: string | undefined
  area: AuditArea | undefined
  /** Days in `zone`, both included. */
  from: string | undefined
  to: string | undefined
  zone: string
}

export type SubjectRow = { id: string; kind: 'person' | 'entry'; name: string }

function matching({ userId, area, from, to, zone }: AuditFilter) {
  const conditions = [sql<boolean>`true`]
  if (userId) {
    // What the person did, what was done to the account, and what was done to their entries.
    conditions.push(sql`(act.actor_id = ${userId} or act.subject = ${userId} or act.subject = any(array(
      select entry.id::text from apply_orders entry where entry.user_id = ${userId})))`)
  }
  if (area)
    conditions.push(sql`split_part(act.action, '.', 1) = any(${[...actsOfArea(area)]}::text[])`)
  if (from) conditions.push(sql`act.at >= ${from}::date::timestamp at time zone ${zone}`)
  if (to) conditions.push(sql`act.at < (${to}::date + 1)::timestamp at time zone ${zone}`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** The audit log as the organiser reads it. */
export const auditDeskRepository = (db: Db) => ({
  /** Acts before the one named, the newest first; keyset paging, since the log grows while it is read. */
  async page(filter: AuditFilter, before: string | undefined, limit: number) {
    const later = before
      ? sql`and (act.at, act.id) < (select last.at, last.id from audit_log last where last.id = ${before})`
      : sql``
    const { rows } = await sql<AuditRecord>`
      select act.id, act.at, act.action, act.actor_id, act.subject, act.before, act.after, act.reason
      from audit_log act where ${matching(filter)} ${later}
      order by act.at desc, act.id desc limit ${limit}`.execute(db)
    return rows
  },

  /** People and entries among the subjects of acts; a subject that is neither is not in the answer. */
  async subjects(ids: readonly string[]): Promise<Map<string, SubjectRow>> {
    const { rows } = await sql<SubjectRow>`
      select person.id, 'person' as kind, person.first_name || ' ' || person.last_name as name
      from users person where person.id = any(${[...ids]}::bigint[]) and person.status <> 'erased'
      union all
      select entry.id, 'entry', entry.entry_no || ' ' || entry.title
      from apply_orders entry where entry.id = any(${[...ids]}::bigint[])`.execute(db)
    return new Map(rows.map((row) => [row.id, row]))
  },
})
