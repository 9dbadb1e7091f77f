import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Every column that says where bytes lie, with what counts as a file of it; a test looks for others. */
export const FILE_COLUMNS = [
  { table: 'stored_files', column: 'variants', only: `status = 'ready'` },
  { table: 'data_exports', column: 'storage_key', only: `status = 'ready'` },
  { table: 'book_exports', column: 'storage_key', only: 'true' },
  { table: 'drawn_documents', column: 'storage_key', only: 'true' },
  { table: 'upload_pieces', column: 'storage_key', only: 'true' },
  { table: 'invoices', column: 'storage_key', only: 'storage_key is not null' },
] as const

type FileColumn = (typeof FILE_COLUMNS)[number]

/** A statement that gives every key that rows name, in one column; for those tables that there are. */
export const referencesIn = (tables: ReadonlySet<string>): string =>
  FILE_COLUMNS.filter(({ table }) => tables.has(table))
    .map(keysOf)
    .join(' union ')

function keysOf({ table, column, only }: FileColumn): string {
  const key =
    column === 'variants' ? `jsonb_path_query(${column}, 'lax $.**.key') #>> '{}'` : column
  return `select ${key} as key from ${table} where ${only}`
}

/** The same for all of them. */
export const REFERENCES = referencesIn(new Set(FILE_COLUMNS.map(({ table }) => table)))

/** Every key that a row names. */
export async function referencedKeys(db: Db): Promise<Set<string>> {
  return db.transaction().execute(async (trx) => {
    // Half a million pictures take longer than a request may.
    await sql`set local statement_timeout = 0`.execute(trx)
    const { rows } = await sql.raw<{ key: string }>(REFERENCES).execute(trx)
    return new Set(rows.map(({ key }) => key))
  })
}
