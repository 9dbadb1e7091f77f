import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { StartError } from '../lib/errors.ts'
import { ADVISORY_LOCKS, type Db } from './database.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
/** First line of a migration that is incompatible with releases older than the named migration. */
const NEEDS = /^-- needs (\S+\.sql)\n/

const TABLE = `create table if not exists migrations (
  name text primary key,
  run_at timestamptz not null default now()
);
alter table migrations add column if not exists needs text`

/** Names of the migrations of this release, in their order. */
export async function migrationFiles(folder = FOLDER): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
}

/** SQL that builds the schema of the named migrations. */
export async function schemaOf(names: readonly string[], folder = FOLDER): Promise<string[]> {
  return [TABLE, ...(await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8'))))]
}

/**
 * Runs the pending migrations in order, each in a transaction with its record, under an advisory lock: several
 * processes may start at once, and a killed process leaves no half-run migration. Returns the names it ran.
 */
export async function migrate(db: Db, folder = FOLDER): Promise<string[]> {
  const files = await migrationFiles(folder)
  return db.connection().execute(async (connection) => {
    // Large tables, and waiting for the lock, take longer than the statement timeout of a request.
    await sql`set statement_timeout = 0`.execute(connection)
    await lock(connection)
    try {
      return await runMissing(connection, folder, files)
    } finally {
      await sql`select pg_advisory_unlock(${ADVISORY_LOCKS.migrations}::bigint)`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function lock(connection: Db) {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_lock(${ADVISORY_LOCKS.migrations}::bigint) as locked`.execute(connection)
  if (rows[0]?.locked) return
  console.log('Another process is preparing the database; waiting for it …')
  await sql`select pg_advisory_lock(${ADVISORY_LOCKS.migrations}::bigint)`.execute(connection)
}

async function runMissing(db: Db, folder: string, files: string[]): Promise<string[]> {
  await sql.raw(TABLE).execute(db)
  const { rows } = await sql<{ name: string; needs: string | null }>`
    select name, needs from migrations`.execute(db)
  refuseNewerSchema(rows, files)
  const done = new Set(rows.map((row) => row.name))
  const missing = files.filter((file) => !done.has(file))
  for (const file of missing) {
    const text = await readFile(join(folder, file), 'utf8')
    const needs = NEEDS.exec(text)?.[1] ?? null
    await db.transaction().execute(async (trx) => {
      await sql.raw(text).execute(trx)
      await sql`insert into migrations (name, needs) values (${file}, ${needs})`.execute(trx)
    })
  }
  return missing
}

/** Migrations are additive, so that a release works on a newer schema, unless a migration says `needs`. */
function refuseNewerSchema(
  rows: readonly { name: string; needs: string | null }[],
  files: string[],
) {
  const names = new Set(files)
  const needed = rows.find(({ needs }) => needs && !names.has(needs))
  if (!needed) return
  throw new StartError(
    `The database was upgraded by a newer release, which has run ${needed.name}. This release is too old ` +
      'to work with it. Start the newer release, or restore the backup that was made before the upgrade.',
  )
}
