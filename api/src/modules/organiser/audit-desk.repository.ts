import { actsOfArea, type AuditArea } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

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
