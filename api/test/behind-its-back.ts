import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'
import { verifyIn, type Anchor } from '../src/modules/audit/verify-chain.ts'

const ROLLBACK = new Error('undone')

/**
 * What the verification of the audit log says after somebody did something who may do everything in the
 * database; it is undone afterwards.
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
