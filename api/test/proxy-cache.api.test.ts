import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { ALL_CALLS, publication, publicationAdded } from '@awards/shared/contract'
import { ROOT_DIR } from '../src/start/config.ts'
import { openSession } from '../src/modules/accounts/session-token.ts'
import { hasNginx, startProxy } from './nginx-proxy.ts'
import { demoApi } from './test-api.ts'

const api = await demoApi({ TRUST_PROXY: '127.0.0.1' })
const { app, context, db } = api

const CONTENT = publication.about.path
const LIST = publication.winnerList.path
const FACETS = publicationAdded.winnerFacets.path
/** Reads whose answers show entries. */
const OF_ENTRIES: readonly string[] = [
  publication.winnerList,
  publication.indexWinnerList,
  publication.winnerInfo,
  publicationAdded.winnerFacets,
  publicationAdded.verifyCertificate,
].map(({ path }) => path)

test('nginx caches exactly the reads that the site marks as shared', async () => {
  const template = readFileSync(join(ROOT_DIR, 'deploy/nginx/site.conf.template'), 'utf8')
  const pattern = new RegExp(/"~(\S* \S+)" answers;/.exec(template)?.[1] ?? 'none')
  const reads = ALL_CALLS.filter(
    ({ access, method, path }) =>
      access === 'public' && method === 'GET' && path.startsWith('/api/index/'),
  )
  const cached = reads.map(({ path }) => path).filter((path) => pattern.test(` ${path}`))
  expect(cached).toEqual(reads.map(({ path }) => path).filter((path) => !OF_ENTRIES.includes(path)))
  expect(pattern.test(`token ${CONTENT}`)).toBe(false)

  const isShared = async (url: string) =>
    String((await app.inject({ url })).headers['cache-control']).includes('s-maxage=1,')
  expect(await isShared(CONTENT)).toBe(true)
  const [winner] = (await api.as(null).call(publication.winnerList, {})).list
  const inputs: Record<string, string> = {
    [publication.winnerInfo.path]: `?apply_order_id=${winner?.apply_order_id}`,
    [publicationAdded.verifyCertificate.path]: '?number=C-GA26-MOB-0001',
  }
  for (const path of OF_ENTRIES) {
    const { headers, body } = await app.inject({ url: path + (inputs[path] ?? '') })
    expect(JSON.parse(body)).toMatchObject({ code: 200 })
    expect(headers['cache-control']).not.toContain('s-maxage')
  }
})

if (hasNginx) {
  describe('through nginx', () => {
    let proxy: Awaited<ReturnType<typeof startProxy>>
    let upstream: string[] = []
    beforeAll(async () => {
      proxy = await startProxy(app)
      app.server.on('request', ({ url }) => void upstream.push(url ?? ''))
    })
    afterAll(() => proxy.stop())
    beforeEach(() => void (upstream = []))
    /** What nginx fetched at most since `start`: the copy is fresh for a second, and a busy machine takes longer. */
    const oncePerSecond = (url: string, start: number) => {
      const most = 1 + Math.floor((performance.now() - start) / 1_000)
      return Array.from({ length: Math.min(upstream.length, most) || 1 }, () => url)
    }
    const get = (...given: Parameters<typeof proxy.get>) => proxy.get(...given)

    test('fetches a public answer once for concurrent requests, and caches it for a second', async () => {
      // An address of its own for each try: what an earlier one fetched would answer this one.
      const url = `${CONTENT}?once=${performance.now()}`
      const start = performance.now()
      const answers = await Promise.all(Array.from({ length: 20 }, () => get(url)))
      expect(upstream).toEqual(oncePerSecond(url, start))
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ code: 200 })
      expect((await get(url)).headers).toMatchObject({
        'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=30',
        vary: expect.stringContaining('token, accept-language'),
        'x-content-type-options': 'nosniff',
        etag: answers[0]?.headers['etag'],
      })

      await delay(2_100)
      // Stale: served at once, while one background request revalidates.
      upstream = []
      const later = performance.now()
      await Promise.all(Array.from({ length: 20 }, () => get(url)))
      while (upstream.length === 0) await delay(10)
      expect(upstream).toEqual(oncePerSecond(url, later))
    })

    test('caches each language separately, and returns 304 for a matching ETag', async () => {
      const [french, chinese] = [
        await get(CONTENT, { 'accept-language': 'fr' }),
        await get(CONTENT, { 'accept-language': 'zh' }),
      ]
      expect(french.body).toContain('Prix Garance du Design')
      expect(chinese.body).toContain('茜草设计奖')
      const again = { 'accept-language': 'fr', 'if-none-match': french.headers['etag'] ?? '' }
      expect((await get(CONTENT, again)).statusCode).toBe(304)
      expect((await get(CONTENT, { ...again, 'accept-language': 'zh' })).statusCode).toBe(200)
    })

    test('caches neither errors nor answers to signed-in users', async () => {
      const refused = `${publication.banner.path}?position=roof`
      for (let turn = 0; turn < 2; turn += 1) {
        expect(JSON.parse((await get(refused)).body)).toMatchObject({ code: 422 })
      }
      const person = await api.build.user()
      const { token } = await openSession(db, person.id, context.clock())
      const mine = await get(CONTENT, { token })
      expect(mine.headers['cache-control']).toBe('private, no-cache')
      expect(JSON.parse((await get(CONTENT, { token: 'x'.repeat(43) })).body).code).toBe(401)
      const same = await get(CONTENT, { token, 'if-none-match': mine.headers['etag'] ?? '' })
      expect(same.statusCode).toBe(304)
      expect(upstream).toEqual([refused, refused, CONTENT, CONTENT, CONTENT])
    })

    test('a hidden winner leaves list, totals and sheet at once', async () => {
      const read = async (url: string) => JSON.parse((await get(url)).body)
      const before = (await read(LIST)).data
      const id = before.list[0].apply_order_id
      const sheet = `${publication.winnerInfo.path}?apply_order_id=${id}`
      const seen = async () => ({
        code: (await read(sheet)).code,
        totals: [(await read(LIST)).data.total, (await read(FACETS)).data.total],
        isListed: (await get(LIST)).body.includes(id),
      })
      const { total } = before
      expect(await seen()).toEqual({ code: 200, totals: [total, total], isListed: true })
      const show = async (is_show: boolean) => {
        await db.updateTable('apply_orders').set({ is_show }).where('id', '=', id).execute()
        await context.publicCache.settle()
      }
      await show(false)
      expect(await seen()).toEqual({ code: 404, totals: [total - 1, total - 1], isListed: false })
      await show(true)
      expect(await seen()).toEqual({ code: 200, totals: [total, total], isListed: true })
      const { etag = '' } = (await get(LIST)).headers
      expect((await get(LIST, { 'if-none-match': etag })).statusCode).toBe(304)
    })
  })
}
