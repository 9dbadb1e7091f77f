import { atScale, someOf } from '../../../../../tools/testing/scale.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_CALLS, publication, type Endpoint } from '@awards/shared/contract'
import { LANGUAGES, POLICY_TYPES, POSITIONS } from '@awards/shared/domain'
import { hasNginx, startProxy } from '../../../../test/nginx-proxy.ts'
import { plantSecrets } from '../../../../test/planted-secrets.ts'
import { demoApi } from '../../../../test/test-api.ts'
import { registerShell } from '../../../../../platform/src/registry/shell-builds.service.ts'
import { seedReleases } from '../../../../../platform/src/registry/seed.ts'
import { encodeMissingAvif } from '../pictures.routes.ts'
import { publicPicturesRepository } from '../content.repository.ts'

const api = await demoApi()
api.setTime(new Date())
const isBuilt = existsSync(join(api.context.config.mfeDir, 'shell', 'server.cjs'))
if (isBuilt) {
  await registerShell(api.context)
  await seedReleases(api.context)
}

/** Timeout for a few thousand requests. */
const TIMEOUT_MS = 300_000
const RANDOM_ID = '4611686018427387904'
const SITE = api.context.config.siteUrl
// Through nginx and its cache if nginx is installed.
const proxy = hasNginx ? await startProxy(api.app) : undefined
afterAll(() => proxy?.stop())
const get = (url: string, headers: Record<string, string> = {}) =>
  proxy ? proxy.get(url, headers) : api.app.inject({ url, headers })

/** An answer without request ids, timestamps and nonces. */
const plain = (body: string) =>
  body
    .replaceAll(/"(trace_id|requestId)":"[^"]*"/g, '')
    .replaceAll(/"\w+TimeStamp":\d+/g, '')
    .replaceAll(/nonce-?[=:]?"?[\w+/=-]{20,}/g, '')
    .replaceAll(/content="[A-Za-z0-9+/=]{24}"/g, '')

async function call(path: string, query: object, language = 'en') {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  )
  const { body } = await get(`${path}?${parameters}`, { 'accept-language': language })
  return plain(body)
}

const rowsOf = async (table: 'editions' | 'categories' | 'sections' | 'award_levels') =>
  (await api.db.selectFrom(table).select(['id', 'code']).execute()).filter(
    ({ code }) => !code.startsWith('Z'),
  )

/** Inputs for each public call. */
async function inputsOfCalls(): Promise<Record<string, object[]>> {
  const visitor = api.as(null)
  const { list } = await visitor.call(publication.winnerList, { pageSize: 100 })
  const { list: news } = await visitor.call(publication.blogsAndNewsList, { pageSize: 100 })
  const { versions } = await visitor.call(publication.regulations, {})
  const certificates = await api.db.selectFrom('certificates').select('number').execute()
  const by = async (table: Parameters<typeof rowsOf>[0], id: string, code: string) =>
    (await rowsOf(table)).flatMap((row) => [{ [id]: row.id }, { [code]: row.code }])
  return {
    banner: POSITIONS.map((position) => ({ position })),
    other: POSITIONS.map((position) => ({ position })),
    winnerList: [
      {},
      { pageSize: 100 },
      { current: 2 },
      { current: 3 },
      { current: 9 },
      { year: 2031 },
      { year: 2026 },
      { country: 'FR' },
      { country: 'ZW' },
      { keyword: 'o' },
      { keyword: '%' },
      ...(await by('editions', 'edition_id', 'edition')),
      ...(await by('categories', 'category_id', 'category')),
      ...(await by('sections', 'section_id', 'section')),
      ...(await by('award_levels', 'award_id', 'award')),
    ],
    indexWinnerList: [{}, { pageSize: 100 }, { current: 2 }],
    winnerInfo: list.map(({ apply_order_id }) => ({ apply_order_id })),
    mediaReport: [{}, { pageSize: 100 }],
    blogsAndNewsList: [{}, { type: 'news' }, { type: 'blog' }, { current: 2, pageSize: 3 }],
    blogsAndNewsInfo: news.flatMap(({ id, slug }) => [{ id }, { slug }]),
    privacyPolicyAndFaqs: Object.values(POLICY_TYPES).map((type) => ({ type })),
    regulations: [{}, ...versions.map(({ version }) => ({ version }))],
    verifyCertificate: certificates.map(({ number }) => ({ number })),
  }
}

const isRead = ({ access, method }: Endpoint) => access === 'public' && method === 'GET'
const PUBLIC_CALLS = ALL_CALLS.filter((one) => one.name.startsWith('index/') && isRead(one))
const DOCUMENTS = ['/sitemap.xml', '/rss.xml', '/fr/rss.xml', '/zh/rss.xml', '/robots.txt']

/** The answer of each public call with each input, in all languages or another for each, and each document. */
async function everything(inputs: Record<string, object[]>): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const { name, path } of PUBLIC_CALLS) {
    for (const [index, input] of (inputs[name.replace('index/', '')] ?? [{}]).entries()) {
      for (const language of someOf(LANGUAGES, index)) {
        const answer = await call(path, input, language)
        answers.set(`${name} ${JSON.stringify(input)} ${language}`, answer)
      }
    }
  }
  for (const url of DOCUMENTS) answers.set(url, (await get(url)).body)
  return answers
}

const inputs = await inputsOfCalls()
const before = await everything(inputs)
const planted = await plantSecrets(api)
const SECRETS = new RegExp(`zorpqua|${planted.ids.join('|')}`, 'i')
const FORBIDDEN_NUMBERS = planted.numbers.filter((number) => !number.startsWith('C-'))

test(
  'plants hidden entries of every kind with all their data',
  () => {
    expect(planted.entryIds).toHaveLength(atScale({ core: 15, full: 30 }))
    expect(planted.words.length).toBeGreaterThan(planted.entryIds.length * 16)
    expect(before.size).toBeGreaterThan(atScale({ core: 140, full: 400 }))
  },
  TIMEOUT_MS,
)

test(
  'every call, sitemap and feed answers the same as without the planted entries',
  async () => {
    proves('security 59')
    const after = await everything(inputs)
    for (const [key, answer] of after) {
      expect({ key, answer }).toEqual({ key, answer: before.get(key) })
      expect(answer).not.toMatch(SECRETS)
    }
  },
  TIMEOUT_MS,
)

test(
  'no word, number or filter finds planted entries',
  async () => {
    const found: string[] = []
    const path = publication.winnerList.path
    const filters = [
      ...[...planted.words, ...FORBIDDEN_NUMBERS, 'zorpqua'].map((keyword) => ({ keyword })),
      { country: 'ZW' },
      { edition: planted.codes.edition },
      { category: planted.codes.category },
      ...planted.ids.flatMap((id) => [{ edition_id: id }, { category_id: id }, { award_id: id }]),
    ]
    for (const filter of filters) {
      const { data } = JSON.parse(
        (await get(`${path}?${new URLSearchParams(filter as never)}`)).body,
      )
      if (data.total !== 0 || data.list.length > 0) found.push(JSON.stringify(filter))
    }
    expect(found).toEqual([])
  },
  TIMEOUT_MS,
)

test(
  'a planted id gets the same answer as an unknown one',
  async () => {
    proves('security 57', 'security 59')
    const unknown = await call(publication.winnerInfo.path, { apply_order_id: RANDOM_ID })
    for (const id of planted.ids) {
      expect(await call(publication.winnerInfo.path, { apply_order_id: id })).toBe(unknown)
    }
    const { path } = publication.blogsAndNewsInfo
    const article = await call(path, { slug: 'no-such-article' })
    expect(await call(path, { slug: planted.slugs.article })).toBe(article)
    for (const id of planted.ids) {
      expect(await call(path, { id })).toBe(article)
    }
    for (const number of planted.numbers) {
      const answer = await call('/api/index/verifyCertificate', { number })
      expect(answer).not.toMatch(SECRETS)
    }
  },
  TIMEOUT_MS,
)

test(
  'planted images get the same 404 as unknown ones, and no AVIF',
  async () => {
    const shown = await publicPicturesRepository(api.db).withoutAvif(1_000, api.context.clock())
    expect(shown.length).toBeGreaterThan(50)
    const wanted = atScale({ core: 3, full: shown.length })
    // Marks the other demo images as encoded, since encoding is slow.
    const rest = shown.slice(wanted).map(({ id }) => ({ id, variants: { avif: {} } }))
    await publicPicturesRepository(api.db).addVariants(rest)
    expect(await encodeMissingAvif(api.context)).toBe(wanted)
    await api.context.publicCache.settle()
    const unknown = await get(`/pictures/${RANDOM_ID}/thumb-0123456789ab.webp`)
    const comparable = ({ statusCode, headers, body }: typeof unknown) => {
      const { date: _date, 'x-request-id': _number, ...rest } = headers
      return { statusCode, headers: rest, body }
    }
    for (const url of planted.fileAddresses)
      expect(comparable(await get(url))).toEqual(comparable(unknown))
    const closed = await get(`/files/private/00/${'0'.repeat(30)}.webp`)
    for (const key of planted.storageKeys) {
      expect((await get(`/files/${key}`)).statusCode).toBe(closed.statusCode)
      for (const prefix of ['/pictures/', '/', '/assets/', '/mfe/']) {
        const { headers } = await get(`${prefix}${key}`)
        expect(headers['content-type']).not.toMatch(/^image/)
      }
    }
    const stored = await api.db
      .selectFrom('stored_files')
      .select('variants')
      .where('id', 'in', planted.ids)
      .execute()
    for (const { variants } of stored) expect(variants).not.toHaveProperty('avif')
  },
  TIMEOUT_MS,
)

test(
  'no page of the sitemap shows planted entries, in any language',
  async () => {
    const map = (await get('/sitemap.xml')).body
    const paths = [...map.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => url.slice(SITE.length))
    expect(paths.length).toBeGreaterThan(150)
    let written = 0
    // Each page has three addresses in a row, one per language: a fourth of them is some of each.
    const looked = paths.filter((_, index) => index % atScale({ core: 4, full: 1 }) === 0)
    for (const path of looked) {
      const { statusCode, body } = await get(path, { accept: 'text/html', 'accept-language': 'en' })
      expect({ path, statusCode }).toEqual({ path, statusCode: 200 })
      expect(body).not.toMatch(SECRETS)
      if (body.includes('Ondine')) written += 1
    }
    // Pages have content only with a build.
    if (isBuilt) expect(written).toBeGreaterThan(atScale({ core: 0, full: 3 }))
  },
  TIMEOUT_MS,
)

test(
  'pages at guessed addresses equal those of unknown ones',
  async () => {
    const html = async (path: string, secret: string) => {
      const { statusCode, body } = await get(path, { accept: 'text/html' })
      return { statusCode, body: plain(body).replaceAll(secret, '…') }
    }
    for (const start of ['', '/fr', '/zh']) {
      const winner = await html(`${start}/winners/${RANDOM_ID}`, RANDOM_ID)
      for (const id of planted.entryIds.slice(0, 15)) {
        expect(await html(`${start}/winners/${id}`, id)).toEqual(winner)
      }
      const { juror, article } = planted.slugs
      expect(await html(`${start}/jury/${juror}`, juror)).toEqual(
        await html(`${start}/jury/no-one`, 'no-one'),
      )
      expect(await html(`${start}/news/${article}`, article)).toEqual(
        await html(`${start}/news/nothing`, 'nothing'),
      )
      for (const [name, value] of [
        ['category', planted.codes.category],
        ['edition', planted.codes.edition],
        ['keyword', planted.words[0] ?? ''],
      ] as const) {
        const wanted = await html(`${start}/winners?${name}=Qwfp`, 'Qwfp')
        expect(await html(`${start}/winners?${name}=${value}`, value)).toEqual(wanted)
      }
    }
  },
  TIMEOUT_MS,
)
