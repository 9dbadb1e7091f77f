import { join } from 'node:path'
import sharp from 'sharp'
import { publication } from '@awards/shared/contract'
import { ROOT_DIR } from '../../start/config.ts'
import { testApi } from '../../../test/test-api.ts'
import { until } from '../../../test/waiting.ts'
import { imageIngest } from '../../files/pictures/picture-jobs.ts'
import type { Storage } from '../../files/storage/storage.ts'
import { encodeMissingAvif } from './pictures.routes.ts'
import { DAY_MS } from '../../lib/time.ts'

const api = await testApi()
const visitor = api.as(null)

/** A demo image as stored before placeholders were introduced. */
async function storedPicture(name: string): Promise<string> {
  const bytes = await sharp(join(ROOT_DIR, 'programme/images/entries', name))
    .resize({ width: 1_100 })
    .jpeg()
    .toBuffer()
  const { variants, ...picture } = await imageIngest(api.context.storage).ingest(bytes)
  const { placeholder: _later, ...older } = variants
  const { id } = await api.db
    .insertInto('stored_files')
    .values({
      purpose: 'programme',
      status: 'ready',
      original_name: 'a.jpg',
      mime: 'image/webp',
      width: picture.width,
      height: picture.height,
      colour: picture.colour,
      variants: JSON.stringify(older),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const article = (slug: string, cover_file_id: string, published_at: Date) =>
  api.db
    .insertInto('articles')
    .values({
      slug,
      type: 'news',
      cover_file_id,
      published_at,
      title: '{"en":"A"}',
      excerpt: '{"en":"B"}',
      html: '{"en":"C"}',
    })
    .execute()

const coverOf = async (slug: string) =>
  (await visitor.call(publication.blogsAndNewsInfo, { slug })).cover

const variantsOf = async (id: string) =>
  (
    await api.db
      .selectFrom('stored_files')
      .select('variants')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).variants

test('encodes AVIF in every width for public images only', async () => {
  const [shown, later] = [
    await storedPicture('01-MOB-hero.jpg'),
    await storedPicture('01-MOB-detail.jpg'),
  ]
  await article('shown', shown, new Date(Date.now() - DAY_MS))
  await article('later', later, new Date(Date.now() + DAY_MS))
  await api.context.publicCache.settle()
  expect(await coverOf('shown')).toMatchObject({ placeholder: null })
  // The answer is cached, and invalidated once the images exist.
  expect((await coverOf('shown'))?.avif).toBeUndefined()

  expect(await encodeMissingAvif(api.context)).toBe(1)
  await api.context.publicCache.settle()
  const cover = await coverOf('shown')
  expect(cover?.avif?.map(({ width }) => width)).toEqual([480, 960, 1_100])
  expect(cover?.placeholder).toMatch(/^data:image\/webp;base64,/)
  for (const [index, { url }] of (cover?.avif ?? []).entries()) {
    const { statusCode, headers, rawPayload } = await api.app.inject({ url })
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/avif'])
    expect(rawPayload.subarray(4, 12).toString('latin1')).toBe('ftypavif')
    const webp = await api.app.inject({ url: cover?.sources[index]?.url ?? '' })
    expect(rawPayload.length).toBeLessThan(webp.rawPayload.length)
  }
  expect(await variantsOf(later)).not.toHaveProperty('avif')

  // A second run encodes nothing.
  const before = await variantsOf(shown)
  expect(await encodeMissingAvif(api.context)).toBe(0)
  expect(await variantsOf(shown)).toEqual(before)
})

test('keeps an image that cannot be encoded, and does not retry it', async () => {
  const broken = await storedPicture('01-MOB-context.jpg')
  const { full_jpeg } = (await variantsOf(broken)) as { full_jpeg: { key: string } }
  await api.context.storage.put(full_jpeg.key, Buffer.from('no picture'))
  await article('broken', broken, new Date(Date.now() - DAY_MS))
  const log = { ...api.context.log, warn: () => undefined }
  expect(await encodeMissingAvif({ ...api.context, log })).toBe(1)
  await api.context.publicCache.settle()
  const cover = await coverOf('broken')
  expect(cover?.sources).toHaveLength(3)
  expect(cover?.avif).toBeUndefined()
  expect(await encodeMissingAvif({ ...api.context, log })).toBe(0)
})

test('an interrupted run is resumed by the next one', async () => {
  const ids = [await storedPicture('02-LUM-hero.jpg'), await storedPicture('02-LUM-detail.jpg')]
  for (const id of ids) await article(`again-${id}`, id, new Date(Date.now() - DAY_MS))
  const stop = new AbortController()
  // Aborts during its first image.
  const { storage } = api.context
  const stopping: Storage = {
    ...storage,
    read: (key) => {
      stop.abort()
      return storage.read(key)
    },
  }
  expect(await encodeMissingAvif({ ...api.context, storage: stopping }, stop.signal)).toBe(0)
  expect(stop.signal.aborted).toBe(true)
  expect(await encodeMissingAvif(api.context)).toBe(2)
  for (const id of ids) expect(await variantsOf(id)).toHaveProperty('avif.full')
})

test('the job starts the encoding without waiting for it', async () => {
  const { jobs, config, storage } = api.context
  expect(config.preparesAvif).toBe(true)
  const id = await storedPicture('03-TAB-hero.jpg')
  await article('beside', id, new Date(Date.now() - DAY_MS))
  const begun = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  const blocked: Storage = {
    ...storage,
    async read(key) {
      begun.resolve()
      await free.promise
      return storage.read(key)
    },
  }
  Object.assign(api.context, { storage: blocked })
  // The job starts 45 seconds after the server.
  api.setTime(new Date(Date.now() + 60_000))
  await jobs.enqueue(api.db, 'pictures.avif', {}, { key: 'every' })
  await jobs.drain()
  await begun.promise
  expect(await variantsOf(id)).not.toHaveProperty('avif')
  free.resolve()
  await until(async () => 'avif' in Object(await variantsOf(id)))
})
