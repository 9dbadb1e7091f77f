import { sql } from 'kysely'
import { testApi } from '../../test/test-api.ts'
import { FILE_COLUMNS } from '../files/uploads/stored-files.repository.ts'
import { newStorageKey } from '../files/storage/storage.ts'
import { checkFiles } from './kept-files.ts'
import { DAY_MS } from '../lib/time.ts'

const api = await testApi()
const { storage } = api.context
const now = new Date()
const tomorrow = new Date(now.getTime() + 2 * DAY_MS)

async function stored(keys: readonly string[]) {
  const owner = await api.build.user()
  const sizes = keys.map((key, index) => [`size${index}`, { key, bytes: 1 }] as const)
  await api.db
    .insertInto('stored_files')
    .values({
      owner_id: owner.id,
      purpose: 'entry_image',
      status: 'ready',
      original_name: 'a.jpg',
      variants: JSON.stringify({ avif: Object.fromEntries(sizes) }),
    })
    .execute()
}

test('lists missing files, and removes orphans older than a day', async () => {
  const [used, lost, orphan] = [newStorageKey('webp'), newStorageKey('webp'), newStorageKey('webp')]
  await stored([used, lost])
  const release = 'mfe/mf-jury/1.0.0/remoteEntry.js'
  for (const key of [used, orphan, release]) await storage.put(key, Buffer.from('x'))

  const young = await checkFiles(api.db, storage, { now, remove: true })
  expect(young).toEqual({ count: 2, bytes: 2, missing: [lost], orphans: [] })
  const seen = await checkFiles(api.db, storage, { now: tomorrow, remove: false })
  expect(seen.orphans).toEqual([orphan])
  expect(await storage.size(orphan)).toBe(1)
  await checkFiles(api.db, storage, { now: tomorrow, remove: true })
  expect(await storage.size(orphan)).toBeUndefined()
  expect([await storage.size(used), await storage.size(release)]).toEqual([1, 1])
})

test('covers every column that references files', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and column_name in ('storage_key', 'variants', 'file_key', 'object_key')
    order by 1`.execute(api.db)
  const known = FILE_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  // Columns that only describe a file reference none.
  const notes = ['file_checksums.storage_key']
  expect(rows.map(({ place }) => place)).toEqual([...known, ...notes].sort())
})
