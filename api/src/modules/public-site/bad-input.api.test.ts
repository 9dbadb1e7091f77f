import fc from 'fast-check'
import { ALL_CALLS, publication, publicationAdded, type Endpoint } from '@awards/shared/contract'
import { POLICY_TYPES, POSITIONS } from '@awards/shared/domain'
import { countStatements } from '../../../test/count-statements.ts'
import { SEED } from '../../../../tools/testing/scale.ts'
import { demoApi } from '../../../test/test-api.ts'

const api = await demoApi()
const reads = countStatements()
const visitor = api.as(null)
const { winnerList, winnerInfo, blogsAndNewsInfo } = publication

const get = (url: string) => api.app.inject({ url })
/** An answer without date and request id. */
const bytes = async (url: string) => {
  const { body, headers, statusCode } = await get(url)
  const { date: _date, 'x-request-id': _number, ...rest } = headers
  return JSON.stringify([statusCode, rest, body.replace(/"trace_id":"[0-9a-f]{16}"/, '')])
}
const entry = async (title: string) => {
  const { id } = await api.db
    .selectFrom('apply_orders')
    .select('id')
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
  return id
}

/** A minute is longer than the TTL of the public cache. */
const MINUTE_MS = 60_000

/**
 * Compares the answers of the URLs and what they cost: statements of a read that the cache misses, then of one that it
 * hits. The cost is the least of three readings, as the cache may be cleared meanwhile (its listener reconnects). The
 * clock stands still between the two, so that a slow machine does not expire the cache.
 */
async function expectAlike(urls: string[]) {
  const answers = new Set<string>()
  const costs = new Map(urls.map((url) => [url, { miss: Infinity, hit: Infinity }]))
  let time = Date.now()
  for (let reading = 0; reading < 3; reading += 1) {
    for (const [url, least] of costs) {
      await api.context.publicCache.settle()
      api.setTime(new Date((time += MINUTE_MS)))
      const read = () => reads(async () => answers.add(await bytes(url)))
      least.miss = Math.min(least.miss, await read())
      least.hit = Math.min(least.hit, await read())
    }
  }
  expect([...answers]).toHaveLength(1)
  expect([...answers][0]).toContain(String.raw`\"code\":404`)
  const [first] = costs.values()
  for (const url of urls) expect({ url, ...costs.get(url) }).toEqual({ url, ...first })
  expect(first?.miss).toBeGreaterThan(0)
}

test('a hidden, embargoed, revoked, not awarded or unknown winner gets the same 404 at equal cost', async () => {
  proves('story S02')
  const ids = [
    await entry('Delta'),
    await entry('Solano'),
    await entry('Filigrane'),
    await entry('Brume'),
    '1',
    '4611686018427387904',
    '9223372036854775807',
  ]
  await expectAlike(ids.map((id) => `${winnerInfo.path}?apply_order_id=${id}`))
})

test('a scheduled article gets the same 404 as an unknown one', async () => {
  const tomorrow = { published_at: api.build.at(1) }
  const [scheduled] = await api.db
    .updateTable('articles')
    .set(tomorrow)
    .where('slug', '=', 'a-day-with-the-jury')
    .returning(['slug', 'id'])
    .execute()
  await api.context.publicCache.settle()
  const { path } = blogsAndNewsInfo
  await expectAlike([`${path}?slug=${scheduled?.slug}`, `${path}?slug=no-such-article-is-here`])
  await expectAlike([`${path}?id=${scheduled?.id}`, `${path}?id=42`])
})

test('a certificate of an unpublished season gets the same 404 as an unknown one', async () => {
  await api.db.updateTable('editions').set({ status: 3 }).where('code', '=', 'GA26-1').execute()
  await api.context.publicCache.settle()
  const { path } = publicationAdded.verifyCertificate
  await expectAlike([
    `${path}?number=C-GA26-MOB-0001`,
    `${path}?number=C-GA26-TAB-0002`,
    `${path}?number=C-GA26-MOB-9999`,
  ])
  await api.db.updateTable('editions').set({ status: 4 }).where('code', '=', 'GA26-1').execute()
})

test.each([
  { current: 1e9 },
  { current: Number.MAX_SAFE_INTEGER, pageSize: 100 },
  { year: 99_999_999_999 },
  { year: -5 },
  { category: 'NO-SUCH-CATEGORY' },
  { award: '%' },
  { country: 'ZZ' },
  { edition_id: '9223372036854775807' },
  { keyword: String.raw`\%_'";--` },
  { keyword: '图'.repeat(80) },
])('winners filtered by %j are an empty list', async (filter) => {
  expect((await visitor.call(winnerList, filter)).list).toEqual([])
})

test.each([
  ['current', 0],
  ['current', -1],
  ['current', 1.5],
  ['current', 'NaN'],
  ['current', 'x'],
  ['current', 2 ** 53],
  ['current', 'Infinity'],
  ['pageSize', 0],
  ['pageSize', 101],
  ['year', 'x'],
  ['country', 'France'],
  ['edition_id', '0'],
  ['edition_id', '9223372036854775808'],
  ['keyword', 'a\u0000b'],
])('refuses %s = %j with a field error', async (field, value) => {
  const answer = await visitor.answer(winnerList, { [field]: value })
  expect(answer).toMatchObject({ code: 422, msg: { [field]: expect.any(Array) }, data: null })
})

test('a keyword of ten thousand letters is too long', async () => {
  const answer = await visitor.answer(winnerList, { keyword: 'k'.repeat(10_000) })
  expect(answer).toMatchObject({ code: 422, msg: { keyword: ['Write at most 80 characters'] } })
})

test('the error of an unknown position or type lists all valid ones', async () => {
  const { msg: positions } = await visitor.answer(publication.banner, { position: 'roof' })
  const { msg: types } = await visitor.answer(publication.privacyPolicyAndFaqs, { type: 99 })
  for (const position of POSITIONS) expect(JSON.stringify(positions)).toContain(position)
  for (const type of Object.values(POLICY_TYPES)) expect(JSON.stringify(types)).toContain(`${type}`)
  expect(await visitor.answer(publication.other, {})).toMatchObject({
    code: 422,
    msg: { position: [expect.stringContaining('footer')] },
  })
})

const PUBLIC = ALL_CALLS.filter(({ name }) => name.startsWith('index/'))
const SLOW_MS = 3_000

const nasty = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    '1e309',
    '9007199254740992',
    'NaN',
    'null',
    'undefined',
    '[]',
    '\u0000',
    '\ud800',
    '%',
    '%%',
    '%00',
    '../..',
    "' or 1=1 --",
    '{}',
    '__proto__',
    '𝒳',
    '灯',
    ...POSITIONS,
    'news',
    'MOB',
    'gold',
    'C-GA26-MOB-0001',
    'x'.repeat(10_000),
  ),
)

/** Mostly fields of the call, with invalid values. */
const queries = (call: Endpoint) =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...Object.keys(call.input.shape), '__proto__', 'constructor', 'a[b]', ''),
      nasty,
      fc.boolean(),
    ),
    { maxLength: 6 },
  )

const spelled = (text: string, raw: boolean) =>
  raw ? text.replaceAll(/[^\x21-\x7e]|[#]/g, '%FF') : encodeURIComponent(text.toWellFormed())

describe.each(PUBLIC.map((call) => [call.name, call] as const))('%s', (_name, call) => {
  const allowed = [200, 400, 404, 422, 429]

  test('answers any input with a known code within the time limit', async () => {
    await fc.assert(
      fc.asyncProperty(queries(call), async (query) => {
        const start = process.cpuUsage()
        const { statusCode, body } =
          call.method === 'GET'
            ? await get(
                `${call.path}?${query
                  .map(([name, value, raw]) => `${spelled(name, false)}=${spelled(value, raw)}`)
                  .join('&')}`,
              )
            : await api.app.inject({
                method: 'POST',
                url: call.path,
                headers: { 'content-type': 'application/json' },
                payload: JSON.stringify(Object.fromEntries(query)),
              })
        const { code } = JSON.parse(body) as { code: number }
        expect(statusCode).toBe(200)
        expect(allowed).toContain(code)
        const { user, system } = process.cpuUsage(start)
        expect((user + system) / 1_000).toBeLessThan(SLOW_MS)
      }),
      { numRuns: 150, seed: SEED },
    )
  })
})
