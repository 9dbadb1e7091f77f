import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../lib/errors.ts'
import { schemaOf } from '../db/migrate.ts'
import type { Manifest } from './backup-manifest.ts'
import { tableFile, copyTarget } from './dump-tables.ts'

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
