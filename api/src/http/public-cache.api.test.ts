import { sql } from 'kysely'
import { judge, publication, publicationAdded } from '@awards/shared/contract'
import { countStatements } from '../../test/count-statements.ts'
import { testApi } from '../../test/test-api.ts'
import { until } from '../../test/waiting.ts'
import { buildApp } from '../start/build-app.ts'
import { createContext } from '../start/create-context.ts'
import { createLog } from '../observability/log.ts'
import { publicCache, type PublicCache } from './public-cache.ts'
import { openSession } from '../modules/accounts/session-token.ts'

const api = await testApi()
const reads = countStatements()
const { db, context, build } = api
const { category } = await build.programme()
const edition = await build.edition({
  status: 4,
  opens_at: build.at(-300),
  closes_at: build.at(-200),
  results_published_at: build.at(-100),
})
const owner = await build.user()
const winner = (title: string) =>
  build.entry(owner, { title, edition_id: edition.id, entry_status: 60, is_show: true })
await winner('Ondine')
const { id } = await winner('Nido')
const show = (is_show: boolean) =>
  db.updateTable('apply_orders').set({ is_show }).where('id', '=', id).execute()

const { rows } = await sql<{ name: string; folder: string }>`
  select current_database() as name, current_setting('unix_socket_directories') as folder`.execute(
  db,
)
const connection = { socketDir: rows[0]?.folder ?? '', database: rows[0]?.name ?? '' }
// A second process of the same site, from the view of the database.
const second = createContext({
  config: context.config,
  connection,
  mailTransport: { send: async () => undefined },
  clock: context.clock,
  log: createLog('error'),
})
const secondApp = buildApp(second.context)
await secondApp.ready()
afterAll(async () => {
  await secondApp.close()
  await second.close()
})

const LIST = publication.winnerList.path
const FACETS = publicationAdded.winnerFacets.path
const INFO = `${publication.winnerInfo.path}?apply_order_id=${id}`
type Envelope = { code: number; data: { total: number; list: { title: string }[] } }
/** Titles, totals and sheet of the winners as a process answers them. */
async function seenBy(app: typeof secondApp) {
  const get = async (url: string) => (await app.inject({ url })).json<Envelope>()
  const list = await get(LIST)
  return {
    titles: list.data.list.map(({ title }) => title),
    totals: [list, await get(publication.indexWinnerList.path), await get(FACETS)].map(
      ({ data }) => data.total,
    ),
    sheet: (await get(INFO)).code,
  }
}
const both = async () => [await seenBy(api.app), await seenBy(secondApp)]
const settled = () =>
  Promise.all([context.publicCache.settle(), second.context.publicCache.settle()])
const WITH = { titles: ['Nido', 'Ondine'], totals: [2, 2, 2], sheet: 200 }
const WITHOUT = { titles: ['Ondine'], totals: [1, 1, 1], sheet: 404 }

test('answers a cached request without the database, once per language', async () => {
  // The clock stands still, so that the TTL does not end during the test.
  api.setTime(new Date())
  await settled()
  await both()
  expect(await reads(both)).toBe(0)
  const french = () => api.app.inject({ url: LIST, headers: { 'accept-language': 'fr' } })
  expect(await reads(french)).toBeGreaterThan(0)
  expect(await reads(french)).toBe(0)
  // An equivalent query has the same cache key.
  expect(await reads(() => api.app.inject({ url: `${LIST}?pageSize=10&x=1` }))).toBe(0)
})

test('a hidden winner leaves every list, total and sheet at once, in each process', async () => {
  expect(await both()).toEqual([WITH, WITH])
  await show(false)
  await settled()
  expect(await both()).toEqual([WITHOUT, WITHOUT])
  await show(true)
  await settled()
  expect(await both()).toEqual([WITH, WITH])
})

test('the author of a change reads it with the next request', async () => {
  const chair = await build.juror(1, { category_ids: [category.id] })
  const caller = api.as(chair)
  await api.app.inject({ url: LIST })
  const hide = { apply_order_id: id, is_show: false, reason: 'A dispute about the rights' }
  expect(await caller.answer(judge.isShow, hide)).toMatchObject({ code: 200 })
  expect((await seenBy(api.app)).titles).toEqual(['Ondine'])
  await show(true)
  await settled()
})

/** Reads a key through a cache; `made` is a cache miss. */
async function read(cache: PublicCache, key: string, bytes = 1): Promise<'cached' | 'made'> {
  let outcome: 'cached' | 'made' = 'cached'
  const make = async () => {
    outcome = 'made'
    return { key }
  }
  await cache.through(key, make, () => bytes)
  return outcome
}

test('a full cache evicts the least recently read entry, and only for a key that is requested again', async () => {
  const clock = () => new Date()
  const cache = publicCache({ connection, clock, nextBoundary: async () => null, maxBytes: 5_000 })
  const ask = (key: string) => read(cache, key, 2_000)
  await until(async () => (await ask('first')) === 'cached')
  await ask('second')
  // Full: the first request of a key evicts nothing.
  expect(await ask('third')).toBe('made')
  expect(await ask('first')).toBe('cached')
  expect(await ask('second')).toBe('cached')
  expect(await ask('third')).toBe('made')
  expect(await ask('third')).toBe('cached')
  expect(await ask('second')).toBe('cached')
  expect(await ask('first')).toBe('made')
  await cache.close()
})

test('does not cache an answer that was computed during a change', async () => {
  const cache = context.publicCache
  const slow = cache.through(
    'slow',
    async () => {
      await show(false)
      await cache.settle()
      return { made: 'before' }
    },
    () => 1,
  )
  expect(await slow).toEqual({ made: 'before' })
  expect(await read(cache, 'slow')).toBe('made')
  await show(true)
  await settled()
})

test('caches nothing while the LISTEN connection is lost, and reconnects', async () => {
  await both()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query in ('listen public_content', 'select 1')`.execute(
    db,
  )
  const probe = () => read(context.publicCache, 'probe')
  // Made twice in a row, so not cached.
  await until(async () => (await probe()) === 'made' && (await probe()) === 'made')
  await show(false)
  expect(await seenBy(api.app)).toEqual(WITHOUT)
  await until(async () => (await probe()) === 'cached')
  await show(true)
  await settled()
  expect(await seenBy(api.app)).toEqual(WITH)
})

test('caches an answer for five seconds, and never past a scheduled change', async () => {
  const start = new Date('2027-03-01T10:00:00.000Z')
  api.setTime(start)
  const values = { title: JSON.stringify({ en: 'Now' }), position: 'home_hero' as const }
  const ends = new Date(start.getTime() + 2_000)
  await db
    .insertInto('banners')
    .values({ ...values, code: 'now', ends_at: ends })
    .execute()
  await context.publicCache.settle()
  const banners = async () => {
    const answer = await api.app.inject({ url: `${publication.banner.path}?position=home_hero` })
    return answer.json<{ data: unknown[] }>().data.length
  }
  expect(await banners()).toBe(1)
  api.setTime(new Date(ends.getTime() - 1))
  expect(await reads(banners)).toBe(0)
  api.setTime(ends)
  expect(await banners()).toBe(0)
  const after = (milliseconds: number) => api.setTime(new Date(ends.getTime() + milliseconds))
  after(1)
  await banners()
  after(5_000)
  expect(await reads(banners)).toBe(0)
  after(5_001)
  expect(await reads(banners)).toBeGreaterThan(0)
  api.setTime(new Date())
})

test('a cached answer carries the id of its own request', async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    const { headers, body } = await api.app.inject({ url: LIST })
    expect(JSON.parse(body).trace_id).toBe(headers['x-request-id'])
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
  }
})

test('an answer is public for a visitor and private for a signed-in user, with the same ETag', async () => {
  const { headers } = await api.app.inject({ url: LIST })
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=0, stale-while-revalidate=30',
    vary: 'token, accept-language',
    'content-type': 'application/json; charset=utf-8',
    etag: expect.stringMatching(/^W\/"/),
  })
  const same = await api.app.inject({
    url: LIST,
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect([same.statusCode, same.body]).toEqual([304, ''])
  expect(same.headers).toMatchObject({
    etag: headers.etag,
    vary: headers.vary,
    'cache-control': headers['cache-control'],
    'x-content-type-options': 'nosniff',
  })
  const head = await api.app.inject({ method: 'HEAD', url: LIST })
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', headers.etag])
  expect((await api.app.inject({ url: LIST, headers: { token: 'x'.repeat(43) } })).json()).toEqual(
    expect.objectContaining({ code: 401 }),
  )
  const { token } = await openSession(db, owner.id, context.clock())
  const mine = await api.app.inject({ url: LIST, headers: { token } })
  expect(mine.headers['cache-control']).toBe('private, no-cache')
  expect(mine.headers.etag).toBe(headers.etag)
})
