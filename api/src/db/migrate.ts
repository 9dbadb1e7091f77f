import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from './database.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
// Any number will do, as long as every process of this programme takes the same one.
const LOCK = 727_104_061

/**
 * Runs the numbered files that have not run, each in a transaction with its record: several
 * processes may start at once, and one killed midway leaves nothing half done.
 */
export async function migrate(db: Db, folder = FOLDER): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${LOCK}::bigint)`.execute(connection)
    try {
      return await runMissing(connection, folder, files)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK}::bigint)`.execute(connection)
    }
  })
}

async function runMissing(db: Db, folder: string, files: string[]): Promise<string[]> {
  await sql`create table if not exists migrations (
    name text primary key,
    run_at timestamptz not null default now()
  )`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const done = new Set(rows.map((row) => row.name))
  const missing = files.filter((file) => !done.has(file))
  for (const file of missing) {
    const text = await readFile(join(folder, file), 'utf8')
    await db.transaction().execute(async (trx) => {
      // A site with many entries takes longer than a request may.
      await sql`set local statement_timeout = 0`.execute(trx)
      await sql.raw(text).execute(trx)
      await sql`insert into migrations (name) values (${file})`.execute(trx)
    })
  }
  return missing
}
