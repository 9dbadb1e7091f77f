import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../db/database.ts'

const LOCK = 7_402_011
const Stored = z.object({ anchor: z.iso.date() })

/** One loading at a time, also with several processes; calendars are checked when all is written. */
export async function lockProgramme(trx: Db) {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
  await sql`set constraints phases_do_not_overlap, fee_periods_do_not_overlap deferred`.execute(trx)
}

/** Throws where something that was written does not go together. */
export const checkAtEnd = (trx: Db) => sql`set constraints all immediate`.execute(trx)

/** The day of the first loading, from which the files' offsets count; undefined before it. */
export async function anchorOf(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('site_documents')
    .select('document')
    .where('code', '=', 'programme')
    .executeTakeFirst()
  return Stored.safeParse(row?.document).data?.anchor
}
