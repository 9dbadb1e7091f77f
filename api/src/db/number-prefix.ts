import { sql } from 'kysely'
import type { Db } from './database.ts'

/** The letters with which the programme begins the numbers of its entries and invoices. */
export async function numberPrefix(db: Db): Promise<string> {
  const { rows } = await sql<{ prefix: string | null }>`
    select document ->> 'number_prefix' as prefix from site_documents where code = 'programme'`.execute(
    db,
  )
  return rows[0]?.prefix ?? 'A'
}
