import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { emptySite, schemaLines } from '../../test/empty-site.ts'
import { TEMPLATE } from '../../test/test-database.ts'
import { until } from '../../test/waiting.ts'
import { backupsIn } from '../ops/backup-folder.ts'
import { openSession, loadTables } from '../ops/dump-tables.ts'
import { verifiedBackup } from '../ops/restore.ts'
import { ADVISORY_LOCKS, openDatabase, type Db } from './database.ts'
import { migrate, migrationFiles, schemaOf } from './migrate.ts'

const PROBE = join(import.meta.dirname, '../../test/migrate-probe.ts')
const FIXTURE = join(import.meta.dirname, '../../test/previous-release')
const socketDir = process.env['AWARDS_TEST_SOCKET'] ?? ''
const cleanups: (() => Promise<void>)[] = []

afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

async function emptyDatabase() {
  const site = await emptySite()
  cleanups.push(site.remove)
  const { db } = openDatabase(site.connection)
  cleanups.push(() => db.destroy())
  return { db, ...site }
}

/** A process that migrates; `output` is its stdout. */
function probe(database: string) {
  const args = ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', PROBE, socketDir, database]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code))
  })
  const output = child.stdout.toArray().then((parts) => parts.join('').trim())
  return { child, ended, output }
}

async function fresh() {
  const { connection, remove } = await emptySite({ template: TEMPLATE })
  const lines = await schemaLines(connection)
  await remove()
  return lines
}

async function waiting(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
      and wait_event = 'relation'`.execute(db)
  return rows.length > 0
}

test('runs each migration once when several processes start together', async () => {
  const { database, connection } = await emptyDatabase()
  const probes = Array.from({ length: 4 }, () => probe(database))
  expect(await Promise.all(probes.map(({ ended }) => ended))).toEqual([0, 0, 0, 0])
  const output = await Promise.all(probes.map((one) => one.output))
  const ran = output.map((text) => Number(/RAN (\d+)$/.exec(text)?.[1]))
  expect(ran.toSorted((a, b) => b - a)).toEqual([(await migrationFiles()).length, 0, 0, 0])
  expect(await schemaLines(connection)).toEqual(await fresh())
})

test('the next start completes a migration whose process was killed', async () => {
  const { db, database, connection } = await emptyDatabase()
  const holder = await openSession(connection)
  const half = probe(database)
  await until(async () => (await done(db)) > 3)
  // The lock stops the process in a migration that changes the table.
  await holder.query('begin; lock table users in access exclusive mode')
  await until(() => waiting(db))
  const before = await done(db)
  half.child.kill('SIGKILL')
  expect(await half.ended).toBe('SIGKILL')
  await holder.query('rollback')
  await holder.end()

  const files = await migrationFiles()
  expect(before).toBeLessThan(files.length)
  const again = probe(database)
  expect(await again.ended).toBe(0)
  expect(await again.output).toContain(`RAN ${files.length - before}`)
  expect(await schemaLines(connection)).toEqual(await fresh())
})

async function done(db: Db): Promise<number> {
  const { rows } = await sql<{ found: string | null }>`
    select to_regclass('public.migrations')::text as found`.execute(db)
  if (!rows[0]?.found) return 0
  const counted = await sql<{ count: string }>`select count(*) from migrations`.execute(db)
  return Number(counted.rows[0]?.count)
}

type Contents = Record<string, string>

/** A digest per table over the given columns. */
async function contents(db: Db, tables: { name: string; columns: string[] }[]): Promise<Contents> {
  const digests: Contents = {}
  for (const { name, columns } of tables) {
    const list = sql.join(columns.map((column) => sql.ref(column)))
    const { rows } = await sql<{ digest: string }>`
      select md5(coalesce(string_agg(line, ' ' order by line), '')) as digest
      from (select row(${list})::text as line from ${sql.table(name)}) lines`.execute(db)
    digests[name] = rows[0]?.digest ?? ''
  }
  return digests
}

test('migrates the data of an earlier release without loss', async () => {
  const { db, connection } = await emptyDatabase()
  const [id = ''] = await backupsIn(FIXTURE)
  const { manifest } = await verifiedBackup({ root: FIXTURE, id, skipsDamaged: false })
  const client = await openSession(connection)
  cleanups.push(() => client.end())
  await loadTables(client, join(FIXTURE, id), manifest)
  const before = await contents(db, manifest.tables)

  const ran = await migrate(db)
  expect(ran.length).toBeGreaterThanOrEqual(8)
  expect(await schemaLines(connection)).toEqual(await fresh())
  const after = await contents(db, manifest.tables)
  const changed = Object.keys(before).filter((name) => before[name] !== after[name])
  // Migrations infer conflicts of interest from the rows, and admit what was paid before there was a queue.
  expect(changed).toEqual(['apply_orders', 'conflicts', 'entry_events', 'migrations'])
  const { rows: states } = await sql<{ entry_status: number; count: number }>`
    select entry_status, count(*)::int as count from apply_orders
    where entry_status in (20, 25, 30) and entry_fee_status in (2, 3)
    group by entry_status order by entry_status`.execute(db)
  expect(states.map(({ entry_status }) => entry_status)).not.toContain(20)
  const admitted = states.find(({ entry_status }) => entry_status === 30)?.count ?? 0
  expect(admitted).toBeGreaterThan(0)
})

test('an older release runs on a newer schema, unless a migration excludes it', async () => {
  const { db } = await emptyDatabase()
  await migrate(db)
  await sql`insert into migrations (name) values ('0998_more.sql')`.execute(db)
  expect(await migrate(db)).toEqual([])
  await sql`insert into migrations (name, needs) values ('0999_less.sql', '0998_more.sql')`.execute(
    db,
  )
  await expect(migrate(db)).rejects.toThrow('upgraded by a newer release, which has run 0999_less')
})

test('the audit chain and no other lock has the key that its trigger takes', async () => {
  const keys = Object.values(ADVISORY_LOCKS)
  expect(new Set(keys).size).toBe(keys.length)
  const migrations = (await schemaOf(await migrationFiles())).join('\n')
  const numbers = migrations.match(/(?<=pg_advisory_xact_lock\()\d+(?=\))/g) ?? []
  expect([...new Set(numbers)]).toEqual([String(ADVISORY_LOCKS.auditChain)])
})
