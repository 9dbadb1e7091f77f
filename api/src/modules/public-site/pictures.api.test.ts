import sharp from 'sharp'
import { publication, type Picture } from '@awards/shared/contract'
import { demoApi } from '../../../test/test-api.ts'
import { PictureVariants, pictureAddress, shareAddressOf } from '../../files/pictures/picture.ts'

const api = await demoApi()
const visitor = api.as(null)

const open = (url: string, headers: Record<string, string> = {}) => api.app.inject({ url, headers })
const addressesOf = (picture: Picture) => picture.sources.map(({ url }) => url)

/** Status, headers and body for a visitor, without date and request id. */
async function seen(url: string) {
  const { statusCode, headers, body } = await open(url)
  const { date: _date, 'x-request-id': _number, ...rest } = headers
  return JSON.stringify({ statusCode, rest, body })
}

async function addressesOfFile(id: string) {
  const { variants } = await api.db
    .selectFrom('stored_files')
    .select('variants')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { thumb, card, full } = PictureVariants.parse(variants)
  return [
    pictureAddress(id, 'thumb', thumb.key),
    pictureAddress(id, 'card', card.key),
    pictureAddress(id, 'full', full.key),
    `/pictures/${id}/og.jpg`,
  ]
}

async function winner() {
  const { list } = await visitor.call(publication.winnerList, { keyword: 'Ondine' })
  if (!list[0]?.cover) throw new Error('There is no such winner')
  return { ...list[0], cover: list[0].cover }
}

test('a winner image is immutable for caches and has sandboxing headers', async () => {
  const { cover } = await winner()
  expect(cover.url).toMatch(/^\/pictures\/[0-9]+\/full-[0-9a-f]{12}\.webp$/)
  const answer = await open(cover.url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-site',
    'content-security-policy': expect.stringContaining('sandbox'),
    'content-length': String(answer.rawPayload.length),
  })
  const etag = String(answer.headers.etag)
  expect((await open(cover.url, { 'if-none-match': etag })).statusCode).toBe(304)
  // The second read comes from the cache.
  expect((await open(cover.url)).rawPayload).toEqual(answer.rawPayload)
})

test('every image of a public call exists and has a small placeholder', async () => {
  const { list } = await visitor.call(publication.winnerList, { pageSize: 100 })
  const { list: jury } = await visitor.call(publication.jury, {})
  const banners = await visitor.call(publication.banner, { position: 'home_hero' })
  const tree = await visitor.call(publication.category, {})
  const { list: articles } = await visitor.call(publication.blogsAndNewsList, {})
  const pictures = [
    ...list.map(({ cover }) => cover),
    ...jury.map(({ photo }) => photo),
    ...banners.flatMap(({ image, mobile_image }) => [image, mobile_image]),
    ...tree.flatMap(({ children }) => children.map(({ image }) => image)),
    ...articles.map(({ cover }) => cover),
  ].filter((picture) => picture !== null)
  expect(pictures.length).toBeGreaterThan(50)
  for (const picture of pictures) {
    expect(picture.placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(picture.placeholder?.length).toBeLessThan(300)
    for (const url of addressesOf(picture)) {
      expect({ url, status: (await open(url)).statusCode }).toEqual({ url, status: 200 })
    }
  }
})

test('hidden, not awarded, misspelt and unknown images get the same 404', async () => {
  const { cover } = await winner()
  const hidden = await api.db
    .selectFrom('entry_files')
    .innerJoin('apply_orders as entry', 'entry.id', 'entry_files.apply_order_id')
    .select(['entry_files.file_id', 'entry.title'])
    .where((where) => where.or([where('is_show', '=', false), where('entry_status', '!=', 60)]))
    .execute()
  expect(hidden.length).toBeGreaterThan(20)
  const addresses = (await Promise.all(hidden.map((row) => addressesOfFile(row.file_id)))).flat()
  const guessed = [
    '/pictures/4611686018427387904/thumb-0123456789ab.webp',
    '/pictures/99999999999999999999/thumb-0123456789ab.webp',
    '/pictures/0/thumb-0123456789ab.webp',
    cover.url.replace(/[0-9a-f]{12}/, '0123456789ab'),
    cover.url.replace('webp', 'avif'),
    cover.url.replace('webp', 'jpg'),
    cover.url.replace('full', 'full_jpeg'),
    cover.url.replace(/full-.*/, 'full.webp'),
    cover.url.replace(/full-.*/, ''),
    '/pictures/',
    '/pictures/..%2f..%2fsecret',
  ]
  const answers = await Promise.all([...addresses, ...guessed].map(seen))
  expect(new Set(answers).size).toBe(1)
  expect(JSON.parse(answers[0] ?? '')).toMatchObject({
    statusCode: 404,
    rest: { 'cache-control': 'no-store' },
  })
})

test('an image is public while its entry is shown', async () => {
  const { apply_order_id: id, cover } = await winner()
  const show = (is_show: boolean) =>
    api.db.updateTable('apply_orders').set({ is_show }).where('id', '=', id).execute()
  const { etag } = (await open(cover.url)).headers
  await show(false)
  await api.context.publicCache.settle()
  const answer = await open(cover.url, { 'if-none-match': String(etag) })
  expect([answer.statusCode, answer.headers.etag]).toEqual([404, undefined])
  await show(true)
  await api.context.publicCache.settle()
  expect((await open(cover.url)).statusCode).toBe(200)
})

test('images of jurors, articles and banners return 404 once these are hidden', async () => {
  const [juror] = (await visitor.call(publication.jury, {})).list
  const [article] = (await visitor.call(publication.blogsAndNewsList, {})).list
  const [banner] = await visitor.call(publication.banner, { position: 'home_hero' })
  const urls = [juror?.photo?.url, article?.cover?.url, banner?.image?.url].map(String)
  const statuses = async () => {
    await api.context.publicCache.settle()
    return Promise.all(urls.map(async (url) => (await open(url)).statusCode))
  }
  expect(await statuses()).toEqual([200, 200, 200])
  await api.db.updateTable('jurors').set({ show_public: false }).execute()
  await api.db
    .updateTable('articles')
    .set({ published_at: api.build.at(3) })
    .execute()
  await api.db
    .updateTable('banners')
    .set({ ends_at: api.build.at(-1), starts_at: null })
    .execute()
  expect(await statuses()).toEqual([404, 404, 404])
})

test('makes the Open Graph image of 1200 by 630 pixels once', async () => {
  const { cover } = await winner()
  const url = shareAddressOf(cover.url) ?? ''
  const [answer, again] = await Promise.all([open(url), open(url)])
  expect(answer.headers['content-type']).toBe('image/jpeg')
  expect(again.rawPayload).toEqual(answer.rawPayload)
  const { format, width, height } = await sharp(answer.rawPayload).metadata()
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1200, height: 630 })
  const first = await open('/pictures/og.jpg')
  const [banner] = await visitor.call(publication.banner, { position: 'home_hero' })
  expect(first.headers.location).toBe(shareAddressOf(banner?.image?.url ?? ''))
})

test('serves no stored file by its storage key', async () => {
  const rows = await api.db.selectFrom('stored_files').selectAll().execute()
  const keys = rows.flatMap((row) => JSON.stringify(row).match(/(?:private|public)\/[^"]+/g) ?? [])
  expect(keys.length).toBeGreaterThan(400)
  const prefixes = [
    '/files/',
    '/files/public/',
    '/pictures/',
    '/',
    '/assets/',
    '/mfe/',
    '/api/files/',
  ]
  for (const key of keys.slice(0, 60)) {
    for (const prefix of prefixes) {
      const { statusCode, headers } = await open(`${prefix}${key}`, { accept: 'image/*' })
      // API paths answer HTTP 200 with an envelope.
      if (!prefix.startsWith('/api/')) expect([403, 404]).toContain(statusCode)
      expect(headers['content-type']).toMatch(/^(text\/plain|application\/json)/)
    }
  }
})
