import { PlatformOverview, type ViewEvent } from '@awards/shared/releases'
import { registryPaths } from '@awards/shared/releases'
import { applyRetention } from '../../../api/src/jobs/retention.ts'
import { registryFixture } from '../../../api/test/registry-fixture.ts'
import { tokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { buildApp } from '../../../api/src/start/build-app.ts'
import { speedClass, speedOfClass } from '../registry/rollout/step-tests.ts'
import { releaseFiguresRepository, UNJUDGED } from './release-figures.repository.ts'

const api = await testApi({ CHANNEL: 'staging', SITE_URL: 'https://awards.example.org' })
const { release, deploy } = registryFixture(api)
const JURY = { name: 'mf-jury', version: '1.1.0' }

beforeAll(async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await release('mf-jury', version)
  await deploy('staging', 'mf-jury', [
    { version: '1.1.0', traffic: 10, default: false },
    { version: '1.0.0', traffic: 90, default: true },
  ])
})
beforeEach(async () => {
  await api.db.deleteFrom('release_figures').execute()
  api.setTime('2026-11-27T12:00:30Z')
})

const send = async (views: readonly Partial<ViewEvent>[]) =>
  api.app.inject({ method: 'POST', url: registryPaths.events, payload: { views } })
const rows = () =>
  api.db
    .selectFrom('release_figures')
    .select(['version', 'figure', 'part', 'count'])
    .orderBy('version')
    .orderBy('figure')
    .orderBy('part')
    .execute()

test('counts what tabs tell by minute, release, channel and site, and stores nothing else', async () => {
  const view = { remote: JURY, figures: ['views'] } satisfies ViewEvent
  expect((await send([view, view, { ...view, figures: ['loads', 'views'] }])).statusCode).toBe(204)
  api.setTime('2026-11-27T12:01:00Z')
  await send([{ remote: JURY, figures: ['error_views', 'failed_views'] }])
  const minute = (at: string) => ({
    minute: new Date(at),
    channel: 'staging',
    site: 'awards.example.org',
    ...JURY,
    part: '',
  })
  const stored = await api.db
    .selectFrom('release_figures')
    .selectAll()
    .orderBy('minute')
    .orderBy('figure')
    .execute()
  expect(stored).toEqual([
    { ...minute('2026-11-27T12:00:00Z'), figure: 'loads', count: 1 },
    { ...minute('2026-11-27T12:00:00Z'), figure: 'views', count: 3 },
    { ...minute('2026-11-27T12:01:00Z'), figure: 'error_views', count: 1 },
    { ...minute('2026-11-27T12:01:00Z'), figure: 'failed_views', count: 1 },
  ])
})

test('a figure that is named twice in one event counts once', async () => {
  await send([{ remote: JURY, figures: ['views', 'views'] }])
  expect(await rows()).toMatchObject([{ figure: 'views', count: 1 }])
})

test('counts failed calls by call; what the contract does not know is counted as *', async () => {
  const failed = (call?: string): ViewEvent => ({
    remote: JURY,
    figures: ['api_errors'],
    ...(call && { call }),
  })
  await send([failed('/judge/award'), failed('/judge/award'), failed('/x?mail=a@b.org'), failed()])
  expect(await rows()).toMatchObject([
    { figure: 'api_errors', part: '*', count: 2 },
    { figure: 'api_errors', part: '/judge/award', count: 2 },
  ])
})

test.each([
  ['a version that is not deployed here', { name: 'mf-jury', version: '1.2.0' }],
  ['an invented version', { name: 'mf-jury', version: '9.9.9' }],
  ['an unknown remote', { name: 'mf-ghost', version: '1.0.0' }],
])('ignores %s', async (_what, remote) => {
  expect((await send([{ remote, figures: ['views'] }])).statusCode).toBe(204)
  expect(await rows()).toEqual([])
})

test.each([
  ['nothing', {}],
  ['an empty list', { events: [], views: [] }],
  ['a figure that tabs do not count', { views: [{ remote: JURY, figures: ['renders'] }] }],
  ['a session', { views: [{ remote: JURY, figures: ['views'], session: 'abc' }] }],
])('refuses %s', async (_what, payload) => {
  const answer = await api.app.inject({ method: 'POST', url: registryPaths.events, payload })
  expect(answer.statusCode).toBe(422)
  expect(await rows()).toEqual([])
})

test('counts the speed of a visit for the release that it names, by fine classes', async () => {
  const report = { route: '/home', device: 'phone', vitals: [{ name: 'LCP', value: 2_400 }] }
  const post = (payload: object) =>
    api.app.inject({ method: 'POST', url: registryPaths.vitals, payload })
  expect((await post({ ...report, remote: JURY })).statusCode).toBe(204)
  expect((await post(report)).statusCode).toBe(204)
  const part = String(speedClass(2_400))
  expect(await rows()).toEqual([{ version: '1.1.0', figure: 'LCP', part, count: 1 }])
})

test('figures go after 14 days', async () => {
  await send([{ remote: JURY, figures: ['views'] }])
  api.setTime('2026-12-11T12:00:00Z')
  await applyRetention(api.context)
  expect(await rows()).toHaveLength(1)
  api.setTime('2026-12-11T12:01:00Z')
  await applyRetention(api.context)
  expect(await rows()).toEqual([])
})

test('sums over the sites of a channel, and keeps channels apart', async () => {
  const figures = releaseFiguresRepository(api.db)
  const at = api.context.clock()
  const count = [{ ...JURY, figure: 'views' as const, count: 2 }]
  await figures.add(at, { channel: 'production', site: 'one.example.org' }, count)
  await figures.add(at, { channel: 'production', site: 'two.example.org' }, count)
  await figures.add(at, { channel: 'staging', site: 'one.example.org' }, count)
  const [from, until] = [new Date('2026-11-27T12:00:00Z'), new Date('2026-11-27T12:01:00Z')]
  expect(await figures.byMinute('mf-jury', 'production', from, until)).toEqual([
    { minute: from, version: '1.1.0', figure: 'views', count: 4 },
  ])
})

describe('the overview', () => {
  const production = async () => {
    const { context } = api
    return buildApp({
      ...context,
      config: { ...context.config, channel: 'production', pins: 'off' },
    })
  }

  test('is readable in production with a deploy token, and with nothing less', async () => {
    const site = await production()
    await site.ready()
    const { token } = await tokenHolder(api, 'mf-jury', 'Tom')
    const read = (authorization?: string) =>
      site.inject({ url: registryPaths.overview, headers: authorization ? { authorization } : {} })
    expect((await read()).statusCode).toBe(404)
    expect((await read('Bearer dt_nobody-has-this-token')).statusCode).toBe(401)
    const answer = await read(`Bearer ${token}`)
    expect(answer.statusCode).toBe(200)
    expect(PlatformOverview.parse(answer.json())).toMatchObject({
      channel: 'production',
      pins: 'off',
    })
    await site.close()
  })

  test('has the figures of the last hour by channel; what nobody could have counted is null', async () => {
    await send([
      { remote: JURY, figures: ['views'] },
      { remote: JURY, figures: ['api_failed_views', 'failed_views'] },
      { remote: JURY, figures: ['api_errors'], call: '/judge/award' },
    ])
    const beyond = { ...JURY, figure: 'views' as const, part: UNJUDGED, count: 2 }
    const here = { channel: 'staging', site: 'awards.example.org' } as const
    await releaseFiguresRepository(api.db).add(api.context.clock(), here, [beyond])
    const source = { channel: 'production', site: 'a.example.org' } as const
    const speed = { ...JURY, figure: 'LCP' as const, count: 1 }
    const speeds = [1_000, 2_000, 3_000, 4_000].map((value) => ({
      ...speed,
      part: String(speedClass(value)),
    }))
    await releaseFiguresRepository(api.db).add(api.context.clock(), source, speeds)
    const answer = await api.app.inject(registryPaths.overview)
    const [remote] = PlatformOverview.parse(answer.json()).remotes
    const figures = remote?.versions.find(({ version }) => version === '1.1.0')?.figures
    const unknown = {
      loads: null,
      failed_loads: null,
      fallbacks: null,
      renders: null,
      failed_renders: null,
    }
    expect(figures).toEqual({
      staging: {
        ...unknown,
        views: 3,
        failed_views: 1,
        error_views: 0,
        api_failed_views: 1,
        api_errors: { '/judge/award': 1 },
        lcp_p75: null,
        inp_p75: null,
      },
      production: {
        ...unknown,
        views: null,
        failed_views: null,
        error_views: null,
        api_failed_views: null,
        api_errors: {},
        lcp_p75: Math.round(speedOfClass(speedClass(3_000))),
        inp_p75: null,
      },
    })
    expect(remote?.versions.find(({ version }) => version === '1.2.0')).toMatchObject({
      health: null,
      figures: {},
    })
  })
})
