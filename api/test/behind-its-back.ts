import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'
import { verifyIn, type Anchor } from '../src/modules/audit/verify-chain.ts'

const ROLLBACK = new Error('undone')

/**
 * The problem that the audit log verification finds after a statement of a database superuser; rolled back
 * afterwards.
 */
export async function behindItsBack(db: Db, statement: string, anchors: readonly Anchor[] = []) {
  let problem: string | undefined
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql.raw(statement).execute(trx)
      problem = (await verifyIn(trx, anchors)).breach?.problem
      throw ROLLBACK
    })
    .catch((error: unknown) => {
      if (error !== ROLLBACK) throw error
    })
  return problem
}
