import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'

const LOCK = 7_402_011
const Stored = z.object({ anchor: z.iso.date() })

/** One loading at a time, also with several processes. */
export const lockProgramme = (trx: Db) => sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)

/** The day of the first loading, from which the files' offsets count; undefined before it. */
export async function anchorOf(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_documents')
    .select('document')
    .where('code', '=', 'programme')
    .executeTakeFirst()
  return Stored.safeParse(row?.document).data?.anchor
}
