import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, createGunzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo, from as copyFrom } from 'pg-copy-streams'
import { ADVISORY_LOCKS, poolTarget, type Connection } from '../db/database.ts'
import { schemaOf } from '../db/migrate.ts'
import { writeWithChecksum } from '../files/storage/storage.ts'
import { StartError } from '../lib/errors.ts'
import { TABLES, type Manifest, type TableDump } from './backup-folder.ts'

/** Tables with transient data, not backed up: after a restore all users sign in again. */
const TRANSIENT_TABLES = [
  'sessions',
  'email_codes',
  'passkey_challenges',
  'oidc_attempts',
  'rate_limits',
]

const SESSION_SETTINGS = `set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`

type Shape = { name: string; columns: string[] }

/** A connection without timeouts and with settings that make `COPY` output exact. */
export async function openSession(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({
    ...poolTarget(connection),
    connectionTimeoutMillis: 10_000,
  })
  // Without a listener the event would crash the process; the running query rejects anyway.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(SESSION_SETTINGS)
  return client
}

/** Advisory lock on backups of the database; throws a StartError if another backup is running. */
export async function lockBackups(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    'select pg_try_advisory_lock($1::bigint) as locked',
    [ADVISORY_LOCKS.backup],
  )
  if (!rows[0]?.locked) {
    throw new StartError('Another backup of this site is running. Start this one when it is done.')
  }
}

/** Begins a repeatable-read transaction: all following reads see one snapshot. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  // The first statement takes the snapshot.
  const { rows } = await client.query<{ found: string | null }>(
    `select to_regclass('public.migrations') as found`,
  )
  if (!rows[0]?.found) {
    throw new StartError('This database has no site in it: there is nothing to back up.')
  }
}

/** Dumps each table with `COPY` to a gzip file; returns migrations, tables and sequences for the manifest. */
export async function dumpTables(
  client: pg.Client,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  await mkdir(join(folder, TABLES), { mode: 0o700 })
  const done = await client.query<{ name: string }>('select name from migrations order by name')
  const tables: TableDump[] = []
  for (const shape of await shapes(client)) tables.push(await dump(client, folder, shape))
  const sequences = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  )
  return {
    migrations: done.rows.map(({ name }) => name),
    tables,
    sequences: sequences.rows,
  }
}

async function dump(client: pg.Client, folder: string, shape: Shape): Promise<TableDump> {
  const source = client.query(copyTo(`copy ${copyTarget(client, shape)} to stdout`))
  const packed = createGzip({ level: 1 })
  source.on('error', (error) => packed.destroy(error))
  const written = await writeWithChecksum(source.pipe(packed), tableFile(folder, shape.name))
  return { ...shape, ...written, rows: source.rowCount }
}

/** Quoted table and columns for a `COPY` statement. */
const copyTarget = (client: pg.Client, { name, columns }: Shape): string =>
  `${client.escapeIdentifier(name)} (${columns.map((one) => client.escapeIdentifier(one)).join(', ')})`

/** Path of a table in a backup. */
export const tableFile = (folder: string, name: string): string =>
  join(folder, TABLES, `${name}.copy.gz`)

async function shapes(client: pg.Client): Promise<Shape[]> {
  // Without generated columns, which PostgreSQL computes on load.
  const { rows } = await client.query<Shape>(
    `select t.relname as name, json_agg(c.attname order by c.attnum) as columns
     from pg_class t join pg_attribute c on c.attrelid = t.oid
     where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and c.attnum > 0
       and not c.attisdropped and c.attgenerated = '' and t.relname <> all($1)
     group by t.relname order by t.relname`,
    [TRANSIENT_TABLES],
  )
  return rows
}

type ForeignKey = { table: string; name: string; definition: string }

/**
 * Creates the schema of a backup in an empty database and loads the rows, in one transaction: an interruption leaves the
 * database empty. Disables user triggers, whose effects are in the rows; drops indexes and foreign keys and recreates
 * them at the end, which also checks all references.
 */
export async function loadTables(
  client: pg.Client,
  folder: string,
  { migrations, tables, sequences }: Manifest,
): Promise<void> {
  const quote = (name: string) => client.escapeIdentifier(name)
  await client.query(`set maintenance_work_mem = '128MB'`)
  await client.query('begin')
  try {
    for (const text of await schemaOf(migrations)) await client.query(text)
    const foreignKeys = await foreignKeysOf(client)
    for (const { table, name } of foreignKeys) {
      await client.query(`alter table ${table} drop constraint ${quote(name)}`)
    }
    const names = await tableNames(client)
    for (const name of names) await client.query(`alter table ${quote(name)} disable trigger user`)
    // Building indexes after the load is much faster.
    const indexes = await indexesOf(client)
    for (const { name } of indexes) await client.query(`drop index ${quote(name)}`)
    // Some migrations insert rows.
    await client.query(`truncate ${names.map(quote).join(', ')}`)
    for (const table of tables) {
      const text = `copy ${copyTarget(client, table)} from stdin`
      const sink = client.query(copyFrom(text))
      await pipeline(createReadStream(tableFile(folder, table.name)), createGunzip(), sink)
      if (sink.rowCount !== table.rows) throw new Error(`${table.name} has lost rows on its way`)
    }
    for (const { definition } of indexes) await client.query(definition)
    for (const { name, value } of sequences) {
      await client.query('select setval($1::regclass, $2)', [quote(name), value])
    }
    for (const name of names) await client.query(`alter table ${quote(name)} enable trigger user`)
    for (const { table, name, definition } of foreignKeys) {
      await client.query(`alter table ${table} add constraint ${quote(name)} ${definition}`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  // Statistics for the query planner.
  await client.query('analyze')
}

/** Whether a database is empty, has this backup (by row counts), or other content. */
export async function databaseContent(
  client: pg.Client,
  { tables }: Manifest,
): Promise<'nothing' | 'this' | 'other'> {
  const names = new Set(await tableNames(client))
  if (names.size === 0) return 'nothing'
  for (const { name, rows } of tables) {
    if (!names.has(name)) return 'other'
    const found = await client.query<{ count: string }>(
      `select count(*) from ${client.escapeIdentifier(name)}`,
    )
    if (Number(found.rows[0]?.count) !== rows) return 'other'
  }
  return 'this'
}

/** Throws a StartError for a backup of a newer release, with migrations that this one lacks. */
export function refuseNewer({ id, migrations }: Manifest, known: readonly string[]) {
  const unknown = migrations.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new StartError(
    `Backup ${id} is of a newer release: this one does not know ${unknown.join(', ')}. ` +
      'Install that release, or a later one, and restore with it.',
  )
}

async function tableNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Indexes that belong to no constraint. */
async function indexesOf(client: pg.Client): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select relname as name, pg_get_indexdef(indexrelid) as definition
     from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace
       and not exists (select 1 from pg_constraint where conindid = indexrelid) order by 1`,
  )
  return rows
}

async function foreignKeysOf(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  )
  return rows
}
