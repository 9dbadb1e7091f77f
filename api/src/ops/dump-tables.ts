import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { StartError } from '../lib/errors.ts'
import { poolTarget, type Connection } from '../db/database.ts'
import { TABLES, type Manifest, type TableDump } from './backup-manifest.ts'
import { writeWithChecksum } from '../files/storage/storage.ts'

/** Tables with transient data, not backed up: after a restore all users sign in again. */
const TRANSIENT_TABLES = ['sessions', 'email_codes', 'passkey_challenges', 'rate_limits']
// Arbitrary key of the advisory lock, equal in all processes.
const BACKUP_LOCK = 727_104_062

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
    [BACKUP_LOCK],
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
export const copyTarget = (client: pg.Client, { name, columns }: Shape): string =>
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
