import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** Every column that holds storage keys, with the rows that count; a test finds columns that are missing here. */
export const FILE_COLUMNS = [
  { table: 'stored_files', column: 'variants', only: `status = 'ready'` },
  { table: 'data_exports', column: 'storage_key', only: `status = 'ready'` },
  { table: 'book_exports', column: 'storage_key', only: 'true' },
  { table: 'drawn_documents', column: 'storage_key', only: 'true' },
  { table: 'upload_pieces', column: 'storage_key', only: 'true' },
  { table: 'invoices', column: 'storage_key', only: 'storage_key is not null' },
] as const

type FileColumn = (typeof FILE_COLUMNS)[number]

/** SQL that selects every referenced key as `key`, from those of `tables` that are listed above. */
export const referencesQuery = (tables: ReadonlySet<string>): string =>
  FILE_COLUMNS.filter(({ table }) => tables.has(table))
    .map(keysOf)
    .join(' union ')

function keysOf({ table, column, only }: FileColumn): string {
  const key =
    column === 'variants' ? `jsonb_path_query(${column}, 'lax $.**.key') #>> '{}'` : column
  return `select ${key} as key from ${table} where ${only}`
}

const ALL_REFERENCES = referencesQuery(new Set(FILE_COLUMNS.map(({ table }) => table)))

/** Every storage key that a row references. */
export async function referencedKeys(db: Db): Promise<Set<string>> {
  return db.transaction().execute(async (trx) => {
    // Half a million pictures take longer than the statement timeout of a request.
    await sql`set local statement_timeout = 0`.execute(trx)
    const { rows } = await sql.raw<{ key: string }>(ALL_REFERENCES).execute(trx)
    return new Set(rows.map(({ key }) => key))
  })
}
