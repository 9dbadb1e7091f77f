import sharp from 'sharp'
import { UploadedFile, uploads } from '@awards/shared/contract'
import { testApi } from '../../../test/test-api.ts'
import { concurrencyLimit } from '../../lib/concurrency.ts'
import { storageKeysIn } from '../storage/storage.ts'

const api = await testApi()
const entrant = await api.build.user()
const { db, jobs, storage } = api.context

async function upload(height: number): Promise<string> {
  const bytes = await sharp({
    create: { width: 1_600, height, channels: 3, background: '#7a8b99' },
  })
    .jpeg()
    .toBuffer()
  const input = { filename: 'a.jpg', mime: '', size: bytes.length, purpose: 'entry_image' as const }
  const { url } = await api.as(entrant).call(uploads.sign, input)
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await api.app.inject({ method: 'PUT', url, payload: bytes, headers })
  return UploadedFile.parse(answer.json<{ data: unknown }>().data).file_id
}

async function keysOf(id: string) {
  const row = await db.selectFrom('stored_files').select('variants').where('id', '=', id)
  const found = await row.executeTakeFirst()
  return new Set(storageKeysIn(found?.variants))
}

async function stored() {
  const keys = new Set<string>()
  for await (const { key } of storage.list()) keys.add(key)
  return keys
}

test('an image has two files at confirmation and four after the job, also if the job runs twice', async () => {
  const before = await stored()
  const file_id = await upload(1_000)
  const first = await keysOf(file_id)
  expect(first.size).toBe(2)
  await jobs.enqueue(db, 'picture-sizes', { file_id })
  await jobs.drain()
  const all = await keysOf(file_id)
  expect(all.size).toBe(4)
  expect([...first].every((key) => all.has(key))).toBe(true)
  const added = [...(await stored())].filter((key) => !before.has(key))
  expect(new Set(added)).toEqual(all)
})

test('removes the sizes of an image that was deleted meanwhile', async () => {
  const file_id = await upload(1_001)
  const first = await keysOf(file_id)
  const { read } = storage
  storage.read = async (key) => {
    const bytes = await read.call(storage, key)
    await db.deleteFrom('stored_files').where('id', '=', file_id).execute()
    return bytes
  }
  const before = await stored()
  await jobs.drain()
  storage.read = read
  expect(await keysOf(file_id)).toEqual(new Set())
  expect(await stored()).toEqual(before)
  for (const key of first) await storage.remove(key)
})

test('a concurrency limit runs yielding tasks last', async () => {
  const turn = concurrencyLimit(1)
  const order: string[] = []
  const go = (name: string, yields: boolean) => turn(async () => void order.push(name), { yields })
  await Promise.all([
    go('first', true),
    go('second', true),
    go('third', false),
    go('fourth', true),
    go('fifth', false),
  ])
  expect(order).toEqual(['first', 'third', 'fifth', 'second', 'fourth'])
})
