import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ALL_CALLS, UploadedFile, uploads, webhooks } from '@awards/shared/contract'
import { sql } from 'kysely'
import { emptySite, schemaLines } from '../../test/empty-site.ts'
import { permissionFixture } from '../../test/permission-fixture.ts'
import { SAMPLES } from '../../test/permission-inputs.ts'
import { testApi, type TestApi } from '../../test/test-api.ts'
import { startBucket } from '../../test/test-bucket.ts'
import { ADVISORY_LOCKS } from '../db/database.ts'
import { refuseUnfinishedRestore } from '../db/embedded/data-dir.ts'
import { s3Storage } from '../files/storage/open-storage.ts'
import { readStorageUrl } from '../files/storage/s3-bucket.ts'
import { storageKeysIn, type Storage } from '../files/storage/storage.ts'
import { platformOutbox } from '../modules/accounting/e-invoice-platform.ts'
import { auditRepository } from '../modules/audit/audit.repository.ts'
import { backup, verifyBackup } from './backup.ts'
import { backupsIn, findBackup } from './backup-folder.ts'
import { lockBackups, openSession } from './dump-tables.ts'
import { checkFiles } from './kept-files.ts'
import { restore, verifiedBackup, claimDataDir } from './restore.ts'

const SECRET = 'a-secret-of-both-servers-that-is-long-enough'
const api = await testApi({ SECRET })
const root = await mkdtemp(join(tmpdir(), 'awards-backups-'))
const cleanups: (() => Promise<void>)[] = [() => rm(root, { recursive: true, force: true })]
const fixture = await permissionFixture(api)
const writer = await api.build.user()

afterAll(async () => {
  for (const cleanup of cleanups) await cleanup()
})

const site = {
  connection: {
    socketDir: process.env['AWARDS_TEST_SOCKET'] ?? '',
    database: await databaseOf(api),
  },
  storage: api.context.storage,
  outbox: platformOutbox(api.context.config),
  dataDir: api.context.config.dataDir,
  siteUrl: api.context.config.siteUrl,
}

async function databaseOf({ db }: TestApi): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return rows[0]?.name ?? ''
}

let running = 0
/** Uploads a file; a PDF, which needs no image decoding. */
async function upload(): Promise<string> {
  const payload = Buffer.from(`%PDF-1.4 ${(running += 1)}`)
  const input = {
    filename: 'sheet.pdf',
    mime: 'application/pdf',
    size: payload.length,
    purpose: 'entry_pdf',
  } as const
  await api.db.deleteFrom('rate_limits').execute()
  const { url } = await api.as(writer).call(uploads.sign, input)
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await api.app.inject({ method: 'PUT', url, payload, headers })
  return UploadedFile.parse(response.json<{ data: unknown }>().data).file_id
}

/** Uploads continuously until stopped; returns the acknowledged files. */
function writeLoad() {
  const acknowledged: string[] = []
  let stopped = false
  const loop = async () => {
    while (!stopped) acknowledged.push(await upload())
  }
  const loops = [loop(), loop(), loop()]
  return async () => {
    stopped = true
    await Promise.all(loops)
    return acknowledged
  }
}

async function restored(
  from: string,
  skipsDamaged = false,
  places: { storage?: Storage; outbox?: Storage } = {},
  sendsWebhooks = false,
) {
  const empty = { ...(await emptySite()), ...places }
  cleanups.push(empty.remove)
  const source = { ...(await findBackup(from)), skipsDamaged, sendsWebhooks }
  const sound = await verifiedBackup(source)
  await claimDataDir(empty.dataDir, source.id)
  const result = await restore(source, sound, empty)
  return { ...empty, ...result }
}

/** A second server on the restored data, with its files on the disk. */
async function serverOn(copy: { database: string; dataDir: string }): Promise<TestApi> {
  const server = await testApi({ SECRET, DATA_DIR: copy.dataDir, STORAGE_URL: '' }, copy)
  cleanups.unshift(server.close)
  return server
}

async function digests(storage: Storage) {
  const found = new Map<string, string>()
  for await (const { key } of storage.list()) {
    found.set(
      key,
      createHash('sha256')
        .update(await storage.read(key))
        .digest('hex'),
    )
  }
  return new Map([...found].sort())
}

/** Calls that differ between servers: sessions, and exports with random keys. */
const OWN = /session|device|export/i

/** Responses of all read calls for each role. */
async function readings(server: TestApi) {
  const reads = ALL_CALLS.filter(({ method, name }) => method === 'GET' && !OWN.test(name))
  const answers: Record<string, unknown> = {}
  for (const person of [null, ...Object.values(fixture.people)]) {
    for (const call of reads) {
      const sample = SAMPLES[call.name as keyof typeof SAMPLES]
      const answer = await server.as(person).answer(call, sample.input(fixture, fixture.own))
      answers[`${person?.identity ?? 'visitor'} ${call.name}`] = { ...answer, trace_id: '' }
    }
  }
  return answers
}

test('a backup taken under load and restored gives the same responses', async () => {
  const early = [await upload(), await upload()]
  const stop = writeLoad()
  early.push(await upload())
  const { folder, manifest } = await backup(site, { root })
  const late = await stop()
  expect(manifest.missing).toEqual([])

  const copy = await restored(folder)
  const other = await serverOn(copy)
  const now = new Date()
  for (const server of [api, other]) server.setTime(now)
  const [ours, theirs] = [await readings(api), await readings(other)]
  expect(Object.keys(ours).length).toBeGreaterThan(200)
  expect(theirs).toEqual(ours)

  const rows = await other.db.selectFrom('stored_files').select(['id', 'status']).execute()
  const ready = rows.filter(({ status }) => status === 'ready').map(({ id }) => id)
  expect(ready).toEqual(expect.arrayContaining(early))
  expect([...early, ...late]).toEqual(expect.arrayContaining(ready))

  const check = await checkFiles(other.db, copy.storage, { now, remove: false })
  expect(check.missing).toEqual([])
  const whole = await digests(api.context.storage)
  for (const [key, digest] of await digests(copy.storage)) expect(whole.get(key)).toBe(digest)
  expect(await schemaLines(copy.connection)).toEqual(await schemaLines(site.connection))
})

test('a restored site continues its sequences and keeps its triggers', async () => {
  const { folder } = await backup(site, { root, now: new Date(Date.now() + 1_000) })
  const copy = await restored(folder)
  const other = await serverOn(copy)
  const person = await other.build.user({ email: 'after@example.org' })
  expect(BigInt(person.id)).toBeGreaterThan(BigInt(writer.id))
  await other.db
    .insertInto('consents')
    .values({ user_id: person.id, kind: 'terms', given: true })
    .execute()
  await expect(other.db.deleteFrom('consents').execute()).rejects.toThrow('append-only')
})

test('webhooks that waited at the backup are given up unless the operator wants them sent', async () => {
  const caller = api.as(await api.build.user())
  const events = ['winner.hidden' as const]
  const hook = { name: 'Archive', url: 'https://receiver.example/', events }
  const { endpoint_id } = await caller.call(webhooks.add, hook)
  await caller.call(webhooks.test, { endpoint_id })
  const { folder } = await backup(site, { root, now: new Date(Date.now() + 2_000) })
  const states = async (copy: Awaited<ReturnType<typeof restored>>) => {
    const { db } = await serverOn(copy)
    return db.selectFrom('webhook_deliveries').select('is_given_up').execute()
  }
  const held = await restored(folder)
  expect(held.heldWebhooks).toBe(1)
  expect(await states(held)).toEqual([{ is_given_up: true }])
  const sent = await restored(folder, false, {}, true)
  expect(sent.heldWebhooks).toBe(0)
  expect(await states(sent)).toEqual([{ is_given_up: false }])
})

test('a backup and the audit log do not wait for each other', async () => {
  const session = await openSession(site.connection)
  await lockBackups(session)
  const written = auditRepository(api.db).record(null, 'backup.probe', 'x')
  const late = delay(5_000, 'waits', { ref: false })
  expect(await Promise.race([written.then(() => 'written'), late])).toBe('written')
  await session.end()

  await api.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.auditChain}::bigint)`.execute(trx)
    const other = await openSession(site.connection)
    await lockBackups(other)
    await other.end()
  })
})

test('a second backup is incremental; pruning removes unreferenced files', async () => {
  const own = await mkdtemp(join(tmpdir(), 'awards-backups-'))
  cleanups.push(() => rm(own, { recursive: true, force: true }))
  const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, second))
  const file = await upload()
  const first = await backup(site, { root: own, now: at(1) })
  const vault = join(own, 'files')
  const before = await mtimes(vault)
  await upload()
  await backup(site, { root: own, now: at(2) })
  const after = await mtimes(vault)
  expect([...after.keys()].filter((name) => !before.has(name))).toHaveLength(1)
  for (const [name, moment] of before) expect(after.get(name)).toBe(moment)

  const row = await api.db
    .deleteFrom('stored_files')
    .where('id', '=', file)
    .returning('variants')
    .executeTakeFirstOrThrow()
  for (const key of storageKeysIn(row.variants)) await api.context.storage.remove(key)
  const third = await backup(site, { root: own, now: at(3), keep: 1 })
  expect(third.removed).toHaveLength(2)
  expect(await backupsIn(own)).toHaveLength(1)
  expect((await mtimes(vault)).size).toBe(after.size - 1)
  expect((await findBackup(own)).id).not.toBe(first.manifest.id)
})

test('in a folder with backups of another site none is removed, no file is taken from them, and a restore wants one named', async () => {
  const own = await mkdtemp(join(tmpdir(), 'awards-backups-'))
  cleanups.push(() => rm(own, { recursive: true, force: true }))
  const at = (second: number) => new Date(Date.UTC(2027, 0, 2, 0, 0, second))
  const staging = await emptySite()
  cleanups.push(staging.remove)
  const other = { ...site, storage: staging.storage, siteUrl: 'https://staging.example' }
  const key = 'mfe/mf-quay/1.0.0/entry.js'
  await staging.storage.put(key, Buffer.from('one'))
  await api.context.storage.put(key, Buffer.from('two'))
  const first = await backup(other, { root: own, now: at(1) })
  expect(first.otherSites).toEqual([])

  const second = await backup(site, { root: own, now: at(2), keep: 1 })
  expect(second).toMatchObject({ removed: [], otherSites: ['https://staging.example'] })
  expect(await backupsIn(own)).toEqual([first.manifest.id, second.manifest.id])
  const copy = await restored(second.folder)
  expect(String(await copy.storage.read(key))).toBe('two')
  await api.context.storage.remove(key)

  const ambiguous = findBackup(own)
  await expect(ambiguous).rejects.toThrow('backups of several sites. Name one with --from')
  await expect(ambiguous).rejects.toThrow(`${first.folder} of https://staging.example`)
  expect(await findBackup(first.folder)).toEqual({ root: own, id: first.manifest.id })
})

test('moves a site from disk to a bucket and backs it up from there', async () => {
  const server = await startBucket()
  cleanups.push(() => server.close())
  const location = readStorageUrl(`${server.url}/contract?tls=off`)
  if (typeof location === 'string') throw new Error(location)
  const bucket = s3Storage(location)
  const outbox = platformOutbox({ storageBucket: location, dataDir: '/nowhere' })
  const own = await mkdtemp(join(tmpdir(), 'awards-backups-'))
  cleanups.push(() => rm(own, { recursive: true, force: true }))
  const invoice = '2027-03-01_F-1.xml'
  await site.outbox.put(invoice, Buffer.from('<Invoice/>'))
  await backup(site, { root: own })
  const { connection, dataDir } = await restored(own, false, { storage: bucket, outbox })
  const whole = await digests(api.context.storage)
  expect(await digests(bucket)).toEqual(whole)
  expect(String(await outbox.read(invoice))).toBe('<Invoice/>')
  expect(existsSync(join(dataDir, 'outbox'))).toBe(false)

  const there = { ...site, connection, dataDir, storage: bucket, outbox }
  const later = await backup(there, { root: own, now: new Date(Date.now() + 60_000) })
  expect(later.manifest).toMatchObject({ files: { count: whole.size }, missing: [] })
  expect(later.manifest.kept.map(({ path }) => path)).toContain(`outbox/pa/${invoice}`)
  const disk = await restored(own)
  expect(String(await disk.outbox.read(invoice))).toBe('<Invoice/>')
})

async function mtimes(folder: string) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.length > 60)
  const times = names.map(async (name) => [name, (await stat(join(folder, name))).mtimeMs] as const)
  return new Map(await Promise.all(times))
}

describe('refuses with advice', () => {
  test('a folder or a database that is not empty', async () => {
    const { root: from, id } = await findBackup(root)
    const empty = await emptySite()
    cleanups.push(empty.remove)
    await writeFile(join(empty.dataDir, 'secret'), 'x')
    await expect(claimDataDir(empty.dataDir, id)).rejects.toThrow('is not empty (secret)')
    const source = { root: from, id, skipsDamaged: false }
    const sound = await verifiedBackup(source)
    const taken = restore(source, sound, { ...empty, connection: site.connection })
    await expect(taken).rejects.toThrow('The database is not empty')
    expect(existsSync(join(empty.dataDir, 'files'))).toBe(false)
  })

  test('a backup without a manifest or of a newer release', async () => {
    await expect(findBackup(join(root, 'nowhere'))).rejects.toThrow('There is no finished backup')
    const { manifest, folder } = await backup(site, { root, now: new Date('2026-01-01T00:00:00Z') })
    const newer = { ...manifest, migrations: [...manifest.migrations, '0999_future.sql'] }
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(newer))
    const source = { root, id: manifest.id, skipsDamaged: false }
    await expect(verifiedBackup(source)).rejects.toThrow('does not know 0999_future.sql')
    await rm(join(folder, 'manifest.json'))
    await expect(verifiedBackup(source)).rejects.toThrow('There is no finished backup')
  })

  test('a table with one changed byte; a damaged file unless skipped', async () => {
    const { folder, manifest } = await backup(site, { root, now: new Date('2026-01-02T00:00:00Z') })
    const { id } = manifest
    const [part] = (await readdir(join(root, 'files'))).sort()
    const [name] = await readdir(join(root, 'files', part ?? ''))
    await rm(join(root, 'files', part ?? '', name ?? ''))
    expect((await verifyBackup(root, id, { reads: true })).damage.files).toHaveLength(1)
    await expect(restored(folder)).rejects.toThrow('--skip-damaged-files')
    expect((await restored(folder, true)).damaged).toHaveLength(1)

    await appendFile(join(folder, 'tables', 'users.copy.gz'), ' ')
    await expect(restored(folder, true)).rejects.toThrow('users.copy.gz')
  })
})

test('resumes an interrupted restore of the same backup only', async () => {
  const { id } = (await backup(site, { root })).manifest
  const source = { root, id, skipsDamaged: false }
  const empty = await emptySite()
  cleanups.push(empty.remove)
  await claimDataDir(empty.dataDir, id)
  expect(() => refuseUnfinishedRestore(empty.dataDir)).toThrow('was not finished')
  await expect(claimDataDir(empty.dataDir, 'another')).rejects.toThrow(`restore of backup ${id}`)
  const sound = await verifiedBackup(source)
  // The connection fails between files and rows.
  const dead = { ...empty, connection: { ...empty.connection, database: 'not_there' } }
  await expect(restore(source, sound, dead)).rejects.toThrow('does not exist')
  await claimDataDir(empty.dataDir, id)
  await restore(source, sound, empty)
  expect(() => refuseUnfinishedRestore(empty.dataDir)).not.toThrow()
})
