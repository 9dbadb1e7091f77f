import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ChainedRow, ChainHead } from './audit-chain.ts'

/** A link with the row that it is of, where that is still there. */
export type Link = { seq: number; audit_id: string; hash: Buffer; row: ChainedRow | null }
type Found = Omit<Link, 'row'> & Partial<ChainedRow>

/** The chain of the audit log. */
export const chainRepository = (db: Db) => ({
  async head(): Promise<ChainHead | undefined> {
    const { rows } = await sql<ChainHead>`
      select seq::float8 as seq, encode(hash, 'hex') as hash from audit_chain
      order by audit_chain.seq desc limit 1`.execute(db)
    return rows[0]
  },

  /** The next links of the chain in their order. */
  async links(after: number, limit: number): Promise<Link[]> {
    const { rows } = await sql<Found>`
      select c.seq::float8 as seq, c.audit_id, c.hash, a.id, a.actor_id, a.actor_role, a.action,
        a.subject, a.before::text, a.after::text, a.reason, a.request_id,
        to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from audit_chain c left join audit_log a on a.id = c.audit_id
      where c.seq > ${after} order by c.seq limit ${limit}`.execute(db)
    return rows.map(({ seq, audit_id, hash, ...row }) => ({
      ...{ seq, audit_id, hash },
      row: row.id === null ? null : (row as ChainedRow),
    }))
  },

  /** A row that was put in past the chain, if there is one. */
  async unchained(): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      select id from audit_log a
      where not exists (select from audit_chain c where c.audit_id = a.id)
      order by id limit 1`.execute(db)
    return rows[0]?.id
  },
})
