import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { ENTRY_FILE } from '@awards/shared/releases'
import { releaseKey } from '../../../platform/src/registry/registry.types.ts'
import { emptySite } from '../../test/empty-site.ts'
import { tokenHolder } from '../../test/registry-caller.ts'
import { testApi } from '../../test/test-api.ts'
import { openStorage, siteStorage } from '../files/storage/open-storage.ts'
import { newStorageKey, type Storage } from '../files/storage/storage.ts'
import { parseConfig } from '../start/parse-config.ts'
import { backup } from './backup.ts'
import { findBackup } from './backup-folder.ts'
import { claimDataDir, restore, verifiedBackup } from './restore.ts'

const SECRET = 's'.repeat(32)
const temporary = () => mkdtemp(join(tmpdir(), 'awards-site-storage-'))
const [root, REGISTRY_FILES_DIR, elsewhere] = await Promise.all([
  temporary(),
  temporary(),
  temporary(),
])
const api = await testApi({ REGISTRY_FILES_DIR })
const { config, storage, registryStorage } = api.context
const KEY = releaseKey('mf-jury', '1.0.0', ENTRY_FILE)

afterAll(async () => {
  for (const folder of [root, REGISTRY_FILES_DIR, elsewhere]) {
    await rm(folder, { recursive: true, force: true })
  }
})

async function keysOf(place: Storage) {
  const keys: string[] = []
  for await (const { key } of place.list()) keys.push(key)
  return keys.sort()
}

test('a backup has the releases of a registry whose files lie in a place of their own', async () => {
  const ci = await tokenHolder(api, '*', 'CI')
  expect((await ci.publish('mf-jury', '1.0.0')).statusCode).toBe(201)
  const photo = newStorageKey('webp')
  await storage.put(photo, Buffer.from('photo'))
  // What another site keeps in the folder of the registry is not this site's.
  await registryStorage.put(newStorageKey('webp'), Buffer.from('of another site'))
  // What lay beside the site's own files before the registry had a place of its own is served no more.
  await storage.put(releaseKey('mf-jury', '0.1.0', ENTRY_FILE), Buffer.from('old'))

  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.db)
  const socketDir = process.env['AWARDS_TEST_SOCKET'] ?? ''
  const connection = { socketDir, database: rows[0]?.name ?? '' }
  const { dataDir, siteUrl } = config
  const empty = await emptySite()
  const site = { ...empty, connection, dataDir, siteUrl, storage: siteStorage(config) }
  const { folder, manifest } = await backup(site, { root })
  const releases = (await keysOf(registryStorage)).filter((key) => key.startsWith('mfe/'))
  expect(releases).toContain(KEY)
  expect(await keysOf(siteStorage(config))).toEqual([...releases, photo].sort())
  expect(manifest.files.count).toBe(releases.length + 1)

  const there = parseConfig({
    SECRET,
    DATA_DIR: empty.dataDir,
    REGISTRY_FILES_DIR: elsewhere,
  })
  const source = { ...(await findBackup(folder)), skipsDamaged: false }
  const sound = await verifiedBackup(source)
  await claimDataDir(empty.dataDir, source.id)
  await restore(source, sound, { ...empty, storage: siteStorage(there) })
  const registry = openStorage(there.registryBucket, there.registryFilesDir)
  expect(await registry.read(KEY)).toEqual(await registryStorage.read(KEY))
  expect(await keysOf(registry)).toEqual(releases)
  expect(await keysOf(empty.storage)).toEqual([photo])
  await empty.remove()
})

test('the releases of another site are no part of a backup', async () => {
  const follower = parseConfig({
    SECRET,
    DATA_DIR: elsewhere,
    REGISTRY_DATABASE_URL: 'postgres://awards@elsewhere/awards',
    REGISTRY_FILES_DIR,
  })
  expect(await keysOf(siteStorage(follower))).toEqual([])
})

test('a registry alone backs its releases up', async () => {
  const alone = parseConfig({
    SECRET,
    SERVE: 'registry',
    DATA_DIR: elsewhere,
    REGISTRY_DATABASE_URL: 'postgres://awards@elsewhere/awards',
    REGISTRY_FILES_DIR,
  })
  expect(await keysOf(siteStorage(alone))).toContain(KEY)
})
