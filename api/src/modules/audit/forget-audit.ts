import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { auditRepository } from './audit.repository.ts'
import { chainRepository } from './chain.repository.ts'

/**
 * Takes out the oldest rows of the audit log by whole months, with their links, and notes the last of them in a row
 * of its own, from which the chain is verified. The database lets nothing go that is younger than five years.
 */
export const forgetAudit = (db: Db, wanted: Date): Promise<void> =>
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
