import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { diskStorage } from '../src/files/storage/open-storage.ts'
import { platformOutbox } from '../src/modules/accounting/e-invoice-platform.ts'

/** A database without rows, or by default without tables, and an empty folder; `remove` deletes both. */
export async function emptySite({ template = 'template0' } = {}) {
  const socketDir = process.env['AWARDS_TEST_SOCKET'] ?? ''
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const dataDir = await mkdtemp(join(tmpdir(), 'awards-empty-'))
  await onServer(`create database ${database} template ${template}`)
  return {
    database,
    dataDir,
    connection: { socketDir, database },
    storage: diskStorage(join(dataDir, 'files')),
    outbox: platformOutbox({ storageBucket: undefined, dataDir }),
    remove: async () => {
      await onServer(`drop database if exists ${database} with (force)`)
      await rm(dataDir, { recursive: true, force: true })
    },
  }

  async function onServer(statement: string) {
    const client = new pg.Client({ host: socketDir, user: 'awards', database: 'postgres' })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
}

/** The schema of a database, one line per column, constraint, index, trigger, sequence, view and function. */
export async function schemaLines(connection: { socketDir: string; database: string }) {
  const client = new pg.Client({
    host: connection.socketDir,
    user: 'awards',
    database: connection.database,
  })
  await client.connect()
  const { rows } = await client.query<{ line: string }>(SCHEMA).finally(() => client.end())
  return rows.map(({ line }) => line)
}

const SCHEMA = `
  select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
    a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select concat_ws(' ', 'trigger', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
  union all select 'sequence ' || sequencename from pg_sequences where schemaname = 'public'
  union all select 'view ' || pg_get_viewdef(oid) from pg_class
    where relkind = 'v' and relnamespace = 'public'::regnamespace
  union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
    left join pg_depend e on e.objid = p.oid and e.deptype = 'e'
    where p.pronamespace = 'public'::regnamespace and e.objid is null and p.prokind = 'f'
  order by 1`
