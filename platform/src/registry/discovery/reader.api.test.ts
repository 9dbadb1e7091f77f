import { sql } from 'kysely'
import type { KyselyPlugin } from 'kysely'
import { registryFixture } from '../../../../api/test/registry-fixture.ts'
import { testApi } from '../../../../api/test/test-api.ts'
import { buildApp } from '../../../../api/src/start/build-app.ts'
import { openDatabase } from '../../../../api/src/db/database.ts'
import type { Storage } from '../../../../api/src/files/storage/storage.ts'
import { registryReader } from './reader.ts'

const api = await testApi()
const { release, deploy } = registryFixture(api)
const { registryStorage: storage, log } = api.context

/** A second connection to this test's database, as of another process. */
async function connect(max?: number) {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db)
  const socketDir = process.env['AWARDS_TEST_SOCKET'] ?? ''
  return openDatabase({ socketDir, database: rows[0]?.name ?? '' }, max).db
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
async function untilSame<T>(read: () => Promise<T>, expected: T) {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) {
    if (JSON.stringify(await read()) === JSON.stringify(expected)) return
  }
  expect(await read()).toEqual(expected)
}
const versionsOf = async (reader: typeof api.context.registry) =>
  [...(await reader.channel('production')).values()].map(
    ({ name, versions }) => `${name}@${versions[0]?.version}`,
  )

beforeAll(async () => {
  await release('mf-public', '1.0.0')
  await release('mf-public', '1.1.0')
})
beforeEach(() => deploy('production', 'mf-public', '1.0.0'))

test('a promotion is visible at once in its process, and within one second in others', async () => {
  const elsewhere = registryReader({ db: api.db, storage, log })
  expect(await versionsOf(elsewhere)).toEqual(['mf-public@1.0.0'])
  await deploy('production', 'mf-public', '1.1.0')
  expect(await versionsOf(api.context.registry)).toEqual(['mf-public@1.1.0'])
  await pause(1_000)
  // This call starts the read; if it is slow the result is the previous one.
  await versionsOf(elsewhere)
  await untilSame(() => versionsOf(elsewhere), ['mf-public@1.1.0'])
})

test('a late read never hides a newer promotion', async () => {
  const { registry } = api.context
  for (let round = 0; round < 20; round++) {
    const version = round % 2 === 0 ? '1.1.0' : '1.0.0'
    registry.invalidate()
    const early = registry.channel('production')
    await deploy('production', 'mf-public', version)
    const [late] = await Promise.all([versionsOf(registry), early])
    expect(late).toEqual([`mf-public@${version}`])
  }
})

test('a hundred concurrent calls run one query', async () => {
  let asked = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const reader = registryReader({ db: api.db.withPlugin(counting), storage, log })
  await Promise.all(Array.from({ length: 100 }, () => reader.channel('production')))
  // One query for the deployments and one for their release.
  expect(asked).toBe(2)
  await reader.channel('production')
  expect(asked).toBe(2)
})

test('returns the last known state while the database is down', async () => {
  const db = await connect()
  const reader = registryReader({ db, storage, log: { ...log, warn: () => undefined } })
  const app = buildApp({ ...api.context, registry: reader })
  const before = await app.inject('/discovery.json')
  const manifest = Object.values(before.json().microFrontends as object)[0][0].url
  await db.destroy()
  await pause(1_000)
  reader.invalidate()
  const after = await app.inject('/discovery.json')
  expect([after.statusCode, after.body]).toEqual([200, before.body])
  expect((await app.inject(manifest)).statusCode).toBe(200)
  await app.close()
})

test('returns the last known state soon if the database hangs', async () => {
  const db = await connect(1)
  const reader = registryReader({ db, storage, log: { ...log, warn: () => undefined } })
  await reader.channel('production')
  await pause(1_000)
  let isBusy = true
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const busy = sql`select pg_sleep(14)`
    .execute(db)
    .catch(() => undefined)
    .finally(() => (isBusy = false))
  await pause(50)
  expect(await versionsOf(reader)).toEqual(['mf-public@1.0.0'])
  expect(isBusy).toBe(true)
  await sql`select pg_cancel_backend(${rows[0]?.pid})`.execute(api.db)
  await busy
  await db.destroy()
})

test('discovery and files answer 503 before the first successful read', async () => {
  const db = await connect()
  await sql`select 1`.execute(db)
  await db.destroy()
  const quiet = { ...log, warn: () => undefined, error: () => undefined }
  const reader = registryReader({ db, storage, log: quiet })
  const app = buildApp({ ...api.context, log: quiet, registry: reader })
  await expect(reader.channel('production')).rejects.toThrow()
  const discovery = await app.inject('/discovery.json')
  expect(discovery.statusCode).toBe(503)
  expect(discovery.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '1' })
  const file = await app.inject('/mfe/mf-public/1.0.0/remoteEntry.js')
  expect([file.statusCode, file.headers['cache-control']]).toEqual([503, 'no-store'])
  expect(file.headers['content-type']).toContain('text/plain')
  await app.close()
})

test('reads only files that a release lists from the storage', async () => {
  const read: string[] = []
  const watched: Storage = {
    ...storage,
    read: (key) => {
      read.push(key)
      return storage.read(key)
    },
  }
  const reader = registryReader({ db: api.db, storage: watched, log })
  for (const [name, version, path] of [
    ['mf-public', '1.0.0', '../../../secret'],
    ['mf-public', '1.0.0', 'js/nothing.js'],
    ['mf-public', '1.0.0', 'constructor'],
    ['mf-public', '1.0.0', ''],
    ['mf-public', '9.9.9', 'remoteEntry.js'],
    ['..', '1.0.0', 'remoteEntry.js'],
    ['mf-public', '../1.0.0', 'remoteEntry.js'],
  ] as const) {
    expect(await reader.file(name, version, path)).toBeUndefined()
  }
  expect(read).toEqual([])
  expect(String(await reader.file('mf-public', '1.0.0', 'remoteEntry.js'))).toContain('1.0.0')
  expect(read).toEqual(['mfe/mf-public/1.0.0/remoteEntry.js'])
})

test('does not return a release whose files retention has removed', async () => {
  await release('mf-public', '0.9.0')
  const { registry } = api.context
  expect(await registry.release('mf-public', '0.9.0')).toMatchObject({ contract: '^1.0.0' })
  await api.db
    .updateTable('mfe_releases')
    .set({ removed_at: new Date() })
    .where('version', '=', '0.9.0')
    .execute()
  registry.invalidate()
  expect(await registry.release('mf-public', '0.9.0')).toBeUndefined()
})
