import { hash } from 'node:crypto'
import sharp from 'sharp'
import { UploadedFile, uploads } from '@awards/shared/contract'
import { randomBytes } from '../../../test/random-bytes.ts'
import { testApi } from '../../../test/test-api.ts'
import { NO_HASH } from './perceptual-hash.ts'
import { backfillPerceptualHashes } from './picture-jobs.ts'

const api = await testApi()
const entrant = await api.build.user()

/** An image of large shapes, as in photographs; another one per seed. */
const scene = (seed: number, width = 2_400, height = 1_600) => {
  const shapes = Array.from({ length: 7 }, (_, index) => {
    const at = (salt: number) =>
      hash('sha256', `${seed} ${index} ${salt}`, 'buffer').readUInt16BE() / 65_536
    const tone = Math.round(at(3) * 255)
    return {
      input: {
        create: {
          width: Math.round(width * (0.15 + at(4) * 0.3)),
          height: Math.round(height * (0.15 + at(5) * 0.3)),
          channels: 3 as const,
          background: { r: tone, g: Math.round(at(6) * 255), b: 255 - tone },
        },
      },
      left: Math.round(at(1) * width * 0.5),
      top: Math.round(at(2) * height * 0.5),
    }
  })
  return sharp({ create: { width, height, channels: 3, background: '#d8d2c8' } }).composite(
    shapes.map(({ input, ...position }) => ({ input, ...position })),
  )
}

async function upload(bytes: Buffer, who = entrant): Promise<UploadedFile> {
  const input = { filename: 'scene.jpg', mime: '', size: bytes.length }
  const { url } = await api.as(who).call(uploads.sign, { ...input, purpose: 'entry_image' })
  const headers = { 'content-type': 'application/octet-stream' }
  const answer = await api.app.inject({ method: 'PUT', url, payload: bytes, headers })
  return UploadedFile.parse(answer.json<{ data: unknown }>().data)
}
const png = async (seed: number) => await scene(seed).png().toBuffer()

test('crops an image into a new file', async () => {
  proves('call upload/crop')
  const { file_id, picture } = await upload(await png(1))
  expect(picture).toMatchObject({ width: 2_400, height: 1_600 })
  const area = { x: 0.1, y: 0.2, width: 0.75, height: 0.75 }
  const crop = await api.as(entrant).call(uploads.crop, { file_id, area })
  expect(crop).toMatchObject({
    kind: 'image',
    picture: { width: 1_800, height: 1_200 },
    duplicate_of: null,
    original_name: 'scene.jpg',
  })
  expect(crop.file_id).not.toBe(file_id)
  const row = await stored(crop.file_id)
  expect(row.cropped_from).toBe(file_id)
  expect((await stored(file_id)).width).toBe(2_400)
})

test('refuses a crop that is too small, out of bounds, or of an image of another user', async () => {
  const { file_id } = await upload(await png(2))
  const ask = (area: object, who = entrant) => api.as(who).answer(uploads.crop, { file_id, area })
  expect(await ask({ x: 0, y: 0, width: 0.5, height: 0.5 })).toMatchObject({
    code: 422,
    msg: { area: [expect.stringMatching(/1200 × 800 pixels.*1500/)] },
  })
  expect((await ask({ x: 0.6, y: 0, width: 0.5, height: 1 })).code).toBe(422)
  const whole = { x: 0, y: 0, width: 1, height: 0.9 }
  expect((await ask(whole, await api.build.user())).code).toBe(404)
  expect((await ask(whole, await api.build.juror(1))).code).toBe(403)
  expect((await api.as(null).answer(uploads.crop, { file_id, area: whole })).code).toBe(401)
})

test('a crop beyond the quota leaves no file in the storage', async () => {
  const full = await api.build.user()
  const { file_id } = await upload(await png(7), full)
  const row = { owner_id: full.id, purpose: 'entry_image', original_name: 'x', status: 'ready' }
  await api.db
    .insertInto('stored_files')
    .values({ ...row, bytes: 2 * 1024 ** 3 })
    .execute()
  const { storage } = api.context
  const { put } = storage
  const keys: string[] = []
  storage.put = (key, body) => {
    keys.push(key)
    return put.call(storage, key, body)
  }
  const area = { x: 0, y: 0, width: 0.9, height: 1 }
  const answer = await api.as(full).answer(uploads.crop, { file_id, area })
  storage.put = put
  expect(answer).toMatchObject({ code: 422, msg: { file: [expect.stringMatching(/2 GB/)] } })
  expect(keys).toHaveLength(2)
  for (const key of keys) expect(await storage.get(key)).toBeUndefined()
})

test('the perceptual hash matches an image in another size, format and tone, and no other image', async () => {
  const mine = await api.build.user()
  const first = await upload(await png(3), mine)
  const other = await upload(await png(4), mine)
  expect([first.similar_to, other.similar_to]).toEqual([null, null])
  const again = await scene(3)
    .png()
    .toBuffer()
    .then((bytes) =>
      sharp(bytes).resize(1_600).modulate({ brightness: 1.06 }).jpeg({ quality: 62 }).toBuffer(),
    )
  const lookalike = await upload(again, mine)
  expect(lookalike).toMatchObject({ duplicate_of: null, similar_to: first.file_id })
  expect((await upload(await png(3), mine)).duplicate_of).toBe(first.file_id)
  // Images of other users are not compared.
  expect((await upload(again, await api.build.user())).similar_to).toBeNull()
})

test('images of one flat tone do not count as similar', async () => {
  const flat = (background: string) =>
    sharp({ create: { width: 1_600, height: 1_000, channels: 3, background } })
      .jpeg()
      .toBuffer()
  const one = await upload(await flat('#222222'))
  expect((await stored(one.file_id)).phash).toBe(NO_HASH)
  expect((await upload(await flat('#c0c0c0'))).similar_to).toBeNull()
})

test('a job backfills the perceptual hashes of older images', async () => {
  const mine = await api.build.user()
  const old = await upload(await png(5), mine)
  const { phash } = await stored(old.file_id)
  await api.db.updateTable('stored_files').set({ phash: null }).execute()
  let work: () => Promise<void> = async () => undefined
  const jobs = {
    ...api.context.jobs,
    every: (_: string, _s: number, job: typeof work) => void (work = job),
  }
  backfillPerceptualHashes({ ...api.context, jobs })
  await work()
  const noted = (await stored(old.file_id)).phash ?? ''
  const differing = [...noted].filter((bit, index) => bit !== phash?.[index])
  expect(noted).toHaveLength(64)
  expect(differing.length).toBeLessThanOrEqual(4)
})

test('images of noise do not count as similar', async () => {
  const mine = await api.build.user()
  const noise = () =>
    sharp(randomBytes(1_600 * 1_000 * 3), { raw: { width: 1_600, height: 1_000, channels: 3 } })
      .jpeg()
      .toBuffer()
  await upload(await noise(), mine)
  expect((await upload(await noise(), mine)).similar_to).toBeNull()
})

const stored = (id: string) =>
  api.db.selectFrom('stored_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
