import type { VitalsReport } from '@awards/shared/releases'
import { testApi } from '../../../api/test/test-api.ts'
import { buildApp } from '../../../api/src/start/build-app.ts'
import { applyRetention } from '../../../api/src/jobs/retention.ts'
import { classOf, summarise } from './vitals.repository.ts'
import { DAY_MS } from '../../../api/src/lib/time.ts'

const api = await testApi()
const report = (given: object = {}): VitalsReport => ({
  route: '/winners/:apply_order_id',
  device: 'phone',
  vitals: [
    { name: 'LCP', value: 1_200 },
    { name: 'CLS', value: 4 },
  ],
  ...given,
})
const tell = (body: unknown, headers: Record<string, string> = {}) =>
  api.app.inject({
    method: 'POST',
    url: '/api/platform/vitals',
    payload: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
const stored = () => api.db.selectFrom('web_vitals').selectAll().orderBy('metric').execute()

afterEach(async () => {
  await api.db.deleteFrom('web_vitals').execute()
})

test('stores counts by day, route, device and class only', async () => {
  api.setTime('2027-01-10T23:59:00Z')
  const answers = await Promise.all(Array.from({ length: 20 }, () => tell(report())))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
  expect(answers[0]?.headers['set-cookie']).toBeUndefined()
  const common = {
    day: '2027-01-10',
    route: '/winners/:apply_order_id',
    device: 'phone',
    visits: 20,
  }
  expect(await stored()).toEqual([
    { ...common, metric: 'CLS', class: 1 },
    { ...common, metric: 'LCP', class: 3 },
  ])
  api.setTime(new Date())
})

test('counts unknown routes together', async () => {
  await tell(report({ route: '/winners/12?token=secret' }))
  await tell(report({ route: '/made-up' }))
  expect((await stored()).map(({ route, visits }) => [route, visits])).toEqual([
    ['*', 2],
    ['*', 2],
  ])
})

test.each([
  ['another metric', 422, report({ vitals: [{ name: 'FID', value: 1 }] })],
  ['no number', 422, report({ vitals: [{ name: 'LCP', value: '1' }] })],
  ['less than nothing', 422, report({ vitals: [{ name: 'LCP', value: -1 }] })],
  ['a field of its own', 422, report({ person: 'me' })],
  ['nothing', 422, report({ vitals: [] })],
  ['too much', 413, report({ route: 'x'.repeat(3_000) })],
])('a report with %s is answered %i and stores nothing', async (_name, status, body) => {
  expect((await tell(body)).statusCode).toBe(status)
  expect(await stored()).toEqual([])
})

test('refuses cross-site reports, and all reports if sampling is off', async () => {
  expect((await tell(report(), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  const config = { ...api.context.config, vitalsSample: 0 }
  const app = buildApp({ ...api.context, config })
  const payload = report()
  const answer = await app.inject({ method: 'POST', url: '/api/platform/vitals', payload })
  expect(answer.statusCode).toBe(404)
  await app.close()
  expect(await stored()).toEqual([])
})

test('deletes counts after four hundred days', async () => {
  await tell(report())
  const later = (days: number) => api.setTime(new Date(Date.now() + days * DAY_MS))
  later(399)
  await applyRetention(api.context)
  expect(await stored()).toHaveLength(2)
  later(402)
  await applyRetention(api.context)
  expect(await stored()).toEqual([])
  api.setTime(new Date())
})

test('interpolates the 75th percentile and counts visits up to the limit as good', () => {
  expect([0, 400, 401, 2_500, 2_501, 99_999].map((value) => classOf('LCP', value))).toEqual([
    0, 0, 1, 5, 6, 11,
  ])
  // Half of the visits up to 400 ms, a quarter from 2,000 to 2,500, a quarter above 20 s.
  const counts = [
    { class: 11, visits: 25 },
    { class: 0, visits: 50 },
    { class: 5, visits: 25 },
  ]
  expect(summarise('LCP', counts)).toEqual({ visits: 100, good: 0.75, p75: 2_500 })
  expect(summarise('LCP', [{ class: 11, visits: 4 }]).p75).toBe(20_000)
  expect(summarise('LCP', [])).toEqual({ visits: 0, good: 0, p75: 0 })
})
