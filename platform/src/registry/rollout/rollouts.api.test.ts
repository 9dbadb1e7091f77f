import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AuditPage,
  Rollouts,
  registryPaths,
  type Deployment,
  type Finding,
  type Verdict,
  type ViewFigure,
} from '@awards/shared/releases'
import { share, tokenHolder, type TokenHolder } from '../../../../api/test/registry-caller.ts'
import { newWebhookSecret } from '../../../../api/src/lib/standard-webhooks.ts'
import { testApi } from '../../../../api/test/test-api.ts'
import { buildApp } from '../../../../api/src/start/build-app.ts'
import {
  releaseFiguresRepository,
  type ReleaseFigure,
} from '../../reports/release-figures.repository.ts'
import { noticesRepository } from './rollouts.repository.ts'
import { deliverNotices } from './notices.service.ts'
import { judgeRollouts } from './rollouts.service.ts'
import { speedClass } from './step-tests.ts'

const api = await testApi()
let ana: TokenHolder
let ben: TokenHolder
let remotes = 0
let now = new Date('2026-11-27T12:00:00Z')

beforeAll(async () => {
  ana = await tokenHolder(api, '*', 'ana@example.org')
  ben = await tokenHolder(api, '*', 'Ben')
})
beforeEach(() => setTime(new Date('2026-11-27T12:00:00Z')))

function setTime(at: Date) {
  now = at
  api.setTime(at)
}
const after = (minutes: number) => setTime(new Date(now.getTime() + minutes * 60_000))

const START = [share('1.1.0', 1), share('1.0.0', 99, true)]

/** Asks for a canary that judges itself, as the command line does. */
async function promoteAuto(name: string, by = ana, body: object = {}) {
  const revision = await by.revision('production', name)
  const canary = { min_views: 500 }
  const headers = { 'if-match': `"${revision}"` }
  const path = registryPaths.deployment('production', name)
  return by.send('PATCH', path, { versions: START, canary, ...body }, headers)
}

/** A name of its own for each remote, also of a test that is run again: names of remotes have no digits. */
function nextName() {
  remotes += 1
  const digits = String(remotes).padStart(3, '0')
  return `mf-roll${digits.replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`
}

/** A remote with 1.0.0 for everybody and a canary of 1.1.0 that has just begun. */
async function canary(given?: string) {
  const name = given ?? nextName()
  for (const version of ['1.0.0', '1.1.0', '1.2.0'])
    await ana.publish(name, version, { routes: [] })
  await ana.promote('production', name, [share('1.0.0', 100, true)], 0)
  const answer = await promoteAuto(name)
  expect(answer.statusCode).toBe(200)
  return name
}

type Side = Partial<Record<ReleaseFigure, number>>

/** The next whole minute of both releases, and the judge a quarter of a minute after it. */
async function minute(name: string, fresh: Side, beside: Side, lcp?: readonly [number, number]) {
  setTime(new Date(Math.ceil(now.getTime() / 60_000) * 60_000))
  const figures = releaseFiguresRepository(api.db)
  const source = { channel: 'production', site: 'localhost' } as const
  const counts = ([version, side]: readonly [string, Side]) =>
    Object.entries(side).map(([figure, count]) => ({
      name,
      version,
      figure: figure as ReleaseFigure,
      count,
    }))
  await figures.add(
    now,
    source,
    [['1.1.0', fresh] as const, ['1.0.0', beside] as const].flatMap(counts),
  )
  const speeds = (lcp ?? []).flatMap((typical, index) =>
    Array.from({ length: 100 }, (_, visit) => ({
      name,
      version: index === 0 ? '1.1.0' : '1.0.0',
      figure: 'LCP' as const,
      part: String(speedClass(typical * (0.5 + visit / 100))),
      count: 1,
    })),
  )
  await figures.add(now, source, speeds)
  after(1)
  setTime(new Date(now.getTime() + 15_000))
  await judgeRollouts(api.context)
}
const busy = (name: string, failed = 0) =>
  minute(
    name,
    { views: 300, failed_views: failed, error_views: failed },
    { views: 2_700, failed_views: 8, error_views: 8 },
  )

const deployment = async (name: string) =>
  (await ana.send('GET', registryPaths.deployment('production', name))).json<Deployment>()
const traffic = async (name: string) =>
  (await deployment(name)).versions.map((one) => [one.version, one.traffic])
async function rollout(name: string) {
  const answer = await ana.send('GET', registryPaths.rollouts('production'))
  const found = Rollouts.parse(answer.json()).find((one) => one.name === name)
  if (!found) throw new Error(`${name} has no rollout`)
  return found
}
async function audit(name: string) {
  const answer = await ana.send('GET', registryPaths.audit('production'))
  return AuditPage.parse(answer.json()).entries.filter((one) => one.name === name)
}
const stopping = (verdict: Verdict | null) =>
  verdict?.findings.filter(({ stops }: Finding) => stops).map(({ figure }) => figure)

test('scenario 30: an equal release goes from 1 to 10, 50 and 100 %, each step after two minutes', async () => {
  proves('scenario 30')
  const name = await canary()
  const seen: unknown[] = [await traffic(name)]
  for (let step = 0; step < 6; step += 1) {
    await busy(name, 1)
    seen.push(await traffic(name))
  }
  const at = (percent: number) => [
    ['1.1.0', percent],
    ['1.0.0', 100 - percent],
  ]
  expect(seen).toEqual([1, 1, 10, 10, 50, 50, 100].map(at))
  expect(await rollout(name)).toMatchObject({ state: 'done', traffic: 100 })
  const entries = await audit(name)
  expect(entries.slice(0, 3)).toMatchObject([
    {
      actor: 'canary',
      action: 'advance',
      revision: 5,
      reason: 'no difference in 600 views at 50 %',
    },
    { actor: 'canary', action: 'advance', revision: 4 },
    { actor: 'canary', action: 'advance', revision: 3 },
  ])
  expect(entries[0]?.detail).toMatchObject({ verdict: { verdict: 'advance', views: 600 } })
})

test('scenario 29: a failing release is stopped within a minute, and its traffic goes back', async () => {
  proves('scenario 29')
  const name = await canary()
  await busy(name, 60)
  expect(await deployment(name)).toMatchObject({
    revision: 3,
    versions: [share('1.0.0', 100, true)],
    withdrawn: ['1.1.0'],
  })
  const { state, verdict } = await rollout(name)
  expect(state).toBe('stopped')
  expect(stopping(verdict)).toContain('failed_views')
  const [stop] = await audit(name)
  expect(stop).toMatchObject({ actor: 'canary', action: 'stop', outcome: 'done', revision: 3 })
  expect(stop?.reason).toMatch(/failed_views 20\.00 % beside 0\.30 % \(of 300 and 2700\)/)
  expect(stop?.detail).toMatchObject({ verdict: { verdict: 'stop' }, before: START })
})

test('scenario 31: a slower release is stopped at the end of its step by LCP', async () => {
  proves('scenario 31')
  const name = await canary()
  const counts = [{ views: 300 }, { views: 2_700 }] as const
  await minute(name, ...counts, [3_000, 2_000])
  expect((await rollout(name)).verdict).toMatchObject({ verdict: 'hold', reason: 'too_short' })
  await minute(name, ...counts, [3_000, 2_000])
  const { state, verdict } = await rollout(name)
  expect([state, verdict?.reason, stopping(verdict)]).toEqual(['stopped', 'slower', ['LCP']])
  expect((await audit(name))[0]?.reason).toMatch(
    /^LCP 3\d\d\d ms beside 2\d\d\d ms \(of 200 and 200\)$/,
  )
  expect(await traffic(name)).toEqual([['1.0.0', 100]])
})

test('scenario 32: with too little traffic the canary holds, and says how much is missing', async () => {
  proves('scenario 32')
  const name = await canary()
  for (let index = 0; index < 5; index += 1) await minute(name, { views: 2 }, { views: 118 })
  const { state, traffic: at, verdict } = await rollout(name)
  expect([state, at]).toEqual(['running', 1])
  expect(verdict).toMatchObject({
    verdict: 'hold',
    reason: 'too_few_views',
    views: 10,
    needed_views: 50,
  })
  expect(await traffic(name)).toEqual([
    ['1.1.0', 1],
    ['1.0.0', 99],
  ])
  for (let index = 0; index < 4; index += 1) await minute(name, { views: 10 }, { views: 990 })
  expect(await rollout(name)).toMatchObject({ state: 'running', traffic: 10 })
})

test('scenario 26: a restart goes on where the rollout was, and changes nothing', async () => {
  proves('scenario 26')
  const name = await canary()
  await busy(name)
  await busy(name)
  const before = await deployment(name)
  expect(before.versions).toContainEqual(share('1.1.0', 10))
  const lines = (await audit(name)).length

  // Another process on the same database, after an hour in which nobody measured.
  after(60)
  const restarted = buildApp(api.context)
  await restarted.ready()
  await judgeRollouts(api.context)
  await restarted.close()
  expect(await deployment(name)).toEqual(before)
  expect(await audit(name)).toHaveLength(lines)
  expect(await rollout(name)).toMatchObject({ state: 'running', traffic: 10 })
})

test('one machine judges a minute: of several at once, one advances', async () => {
  const name = await canary()
  await busy(name)
  const figures = releaseFiguresRepository(api.db)
  const source = { channel: 'production', site: 'localhost' } as const
  for (const version of ['1.0.0', '1.1.0']) {
    await figures.add(now, source, [{ name, version, figure: 'views', count: 900 }])
  }
  after(1)
  setTime(new Date(now.getTime() + 15_000))
  await Promise.all([1, 2, 3].map(() => judgeRollouts(api.context)))
  expect((await audit(name)).filter(({ action }) => action === 'advance')).toHaveLength(1)
  expect(await rollout(name)).toMatchObject({ traffic: 10, state: 'running' })
})

test('somebody who changes the deployment takes over', async () => {
  const name = await canary()
  await ana.promote('production', name, [share('1.2.0', 100), share('1.0.0', 0, true)])
  await busy(name, 200)
  expect(await rollout(name)).toMatchObject({ state: 'replaced' })
  expect(await traffic(name)).toEqual([
    ['1.2.0', 100],
    ['1.0.0', 0],
  ])
})

test('payments: the rollout waits for the second person, and one person stays enough to stop it', async () => {
  const name = 'mf-payment'
  for (const version of ['1.0.0', '1.1.0']) await ana.publish(name, version)
  await ana.promote('production', name, [share('1.0.0', 100, true)], 0)
  await ben.approve('production', name)
  expect((await promoteAuto(name)).statusCode).toBe(202)
  expect(await traffic(name)).toEqual([['1.0.0', 100]])
  expect((await ana.approve('production', name)).statusCode).toBe(403)
  expect((await ben.approve('production', name)).statusCode).toBe(200)
  expect(await rollout(name)).toMatchObject({ state: 'running', started_by: 'ana@example.org' })
  await busy(name)
  await busy(name)
  expect(await rollout(name)).toMatchObject({ traffic: 10 })
  expect((await ben.rollback('production', name)).statusCode).toBe(200)
  expect(await rollout(name)).toMatchObject({ state: 'replaced' })
})

test.each([
  ['more than 1 % at the start', { versions: [share('1.1.0', 10), share('1.0.0', 90, true)] }],
  ['nothing beside it', { versions: [share('1.1.0', 100, true)] }],
  ['the default as the new one', { versions: [share('1.1.0', 1, true), share('1.0.0', 99)] }],
  ['steps of a handful of views', { canary: { min_views: 5 } }],
])('refuses a canary with %s', async (_what, body) => {
  const name = nextName()
  for (const version of ['1.0.0', '1.1.0']) await ana.publish(name, version, { routes: [] })
  await ana.promote('production', name, [share('1.0.0', 100, true)], 0)
  const answer = await promoteAuto(name, ana, body)
  expect([answer.statusCode, answer.json().error]).toEqual([422, 'invalid'])
})

describe('what one network tells, on a site in production', () => {
  const { context } = api
  const site = buildApp({ ...context, config: { ...context.config, mode: 'production' } })
  beforeEach(() => api.db.deleteFrom('rate_limits').execute())
  afterAll(() => site.close())

  type Told = { figures: ViewFigure[]; version: string; times?: number }
  async function tell(name: string, remoteAddress: string, { figures, version, times = 1 }: Told) {
    const views = Array.from({ length: times }, () => ({ remote: { name, version }, figures }))
    const call = { method: 'POST', url: registryPaths.events, payload: { views } } as const
    expect((await site.inject({ ...call, remoteAddress })).statusCode).toBe(204)
  }
  const FAILED: ViewFigure[] = ['views', 'failed_views', 'error_views']

  /** A minute of 400 views of the old release, and one of the new release in each of 20 networks. */
  async function visits(name: string, figures: ViewFigure[] = ['views']) {
    for (let network = 0; network < 10; network += 1) {
      const told = { figures: ['views' as const], version: '1.0.0', times: 40 }
      await tell(name, `198.51.100.${network}`, told)
    }
    for (let network = 0; network < 20; network += 1) {
      await tell(name, `203.0.113.${network}`, { figures, version: '1.1.0' })
    }
  }
  async function judged() {
    after(1)
    setTime(new Date(now.getTime() + 15_000))
    await judgeRollouts(context)
    setTime(new Date(Math.ceil(now.getTime() / 60_000) * 60_000))
  }
  /** Ends the minute of the limits of requests and rows, which does not follow the clock of the test; not the day. */
  const nextMinuteOfLimits = () =>
    api.db.deleteFrom('rate_limits').where('key', 'like', 'event%').execute()
  const total = async (name: string, figure: ReleaseFigure, part: string) => {
    const { sum } = await api.db
      .selectFrom('release_figures')
      .select(({ fn }) => fn.sum('count').as('sum'))
      .where('name', '=', name)
      .where('version', '=', '1.1.0')
      .where('figure', '=', figure)
      .where('part', '=', part)
      .executeTakeFirstOrThrow()
    return Number(sum)
  }

  test.each(['192.0.2.7', 'all of a /48'])(
    '600 failing views a minute from %s do not stop a canary that is healthy elsewhere',
    async (from) => {
      const name = await canary()
      for (let minutes = 0; minutes < 3; minutes += 1) {
        await visits(name)
        for (let sent = 0; sent < 12; sent += 1) {
          const address = from === '192.0.2.7' ? from : `2001:db8:7:${minutes}${sent}::1`
          await tell(name, address, { figures: FAILED, version: '1.1.0', times: 50 })
        }
        await nextMinuteOfLimits()
        await judged()
      }
      expect(await rollout(name)).toMatchObject({ state: 'running', traffic: 10 })
      expect(await total(name, 'failed_views', '')).toBe(1)
      // The team sees all of them.
      expect(await total(name, 'failed_views', 'unjudged')).toBe(1_799)
    },
  )

  test('a canary that fails in many networks is stopped within a minute', async () => {
    const name = await canary()
    await visits(name, FAILED)
    await judged()
    const { state, verdict } = await rollout(name)
    expect([state, stopping(verdict)]).toEqual(['stopped', ['failed_views', 'error_views']])
  })

  test('600 sound views a minute from one network do not carry a failing canary through', async () => {
    const name = await canary()
    for (let sent = 0; sent < 12; sent += 1) {
      await tell(name, '192.0.2.7', { figures: ['views'], version: '1.1.0', times: 50 })
    }
    await visits(name, FAILED)
    await judged()
    expect(await rollout(name)).toMatchObject({ state: 'stopped', verdict: { views: 60 } })
  })

  test('both releases share what is judged of a network, so that an equal one does not look worse', async () => {
    const name = await canary()
    for (const version of ['1.0.0', '1.1.0'])
      await tell(name, '192.0.2.7', { figures: FAILED, version })
    expect(await total(name, 'failed_views', '')).toBe(0)
    expect(await total(name, 'failed_views', 'unjudged')).toBe(1)
    expect(await total(name, 'views', '')).toBe(1)
  })

  test('three visits of a network are compared by their speed, and the other values count for the site alone', async () => {
    const name = await canary()
    for (let visit = 0; visit < 10; visit += 1) {
      const answer = await site.inject({
        method: 'POST',
        url: registryPaths.vitals,
        remoteAddress: '192.0.2.7',
        payload: {
          route: '/home',
          device: 'phone',
          remote: { name, version: '1.1.0' },
          vitals: [{ name: 'LCP', value: 9_000 }],
        },
      })
      expect(answer.statusCode).toBe(204)
    }
    expect(await total(name, 'LCP', String(speedClass(9_000)))).toBe(3)
  })
})

describe('notices', () => {
  type Got = { headers: IncomingHttpHeaders; body: string }
  let got: Got[] = []
  let status = 200
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  let url = ''
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    url = `http://localhost:${(server.address() as AddressInfo).port}/hook`
  })
  afterAll(() => new Promise((done) => server.close(done)))
  beforeEach(async () => {
    got = []
    status = 200
    api.mails.length = 0
    await api.db.deleteFrom('mfe_owners').execute()
    await api.db.deleteFrom('mfe_notices').execute()
  })

  /** Checks a signature as a receiver does (standardwebhooks.com, without our code). */
  function isSigned({ headers, body }: Got, secret: string) {
    const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    const expected = createHmac('sha256', key).update(`${String(id)}.${String(at)}.${body}`)
    return signature === `v1,${expected.digest('base64')}`
  }

  test('a stop tells the owner by mail and by a signed webhook, with the figures that decided', async () => {
    const name = await canary()
    const secret = newWebhookSecret()
    const owner = { mail: 'nadia@example.org', webhook_url: url, webhook_secret: secret }
    await noticesRepository(api.db).saveOwner({ name, ...owner })
    await busy(name, 60)
    await deliverNotices(api.context)
    await api.context.jobs.drain()

    expect(got).toHaveLength(1)
    const [hook] = got as [Got]
    expect(isSigned(hook, secret)).toBe(true)
    expect(isSigned({ ...hook, body: hook.body.replace('1.1.0', '1.1.1') }, secret)).toBe(false)
    expect(JSON.parse(hook.body)).toMatchObject({
      type: 'release.stopped',
      data: { remote: name, version: '1.1.0', baseline: '1.0.0', verdict: { verdict: 'stop' } },
    })
    // The person who started it has an address as the name of the token.
    expect(api.mails.map(({ to }) => to).sort()).toEqual(['ana@example.org', 'nadia@example.org'])
    expect(api.mails[0]?.subject).toBe(`${name} 1.1.0 was stopped in production`)
    expect(api.mails[0]?.text).toMatch(/failed_views 20\.00 % beside 0\.30 %/)

    await deliverNotices(api.context)
    await api.context.jobs.drain()
    expect([got.length, api.mails.length]).toEqual([1, 2])
  })

  test('a registry that runs alone leaves the mails to a site', async () => {
    const name = await canary()
    await busy(name, 60)
    const { context } = api
    await deliverNotices({ ...context, config: { ...context.config, serve: 'registry' } })
    await api.context.jobs.drain()
    expect(api.mails).toEqual([])
    await deliverNotices(context)
    await api.context.jobs.drain()
    expect(api.mails.map(({ to }) => to)).toEqual(['ana@example.org'])
  })

  test('a webhook that fails is tried again later with the same id', async () => {
    const name = await canary()
    const secret = newWebhookSecret()
    const owner = { mail: null, webhook_url: url, webhook_secret: secret }
    await noticesRepository(api.db).saveOwner({ name: '*', ...owner })
    await busy(name, 60)
    status = 500
    await deliverNotices(api.context)
    await deliverNotices(api.context)
    expect(got).toHaveLength(1)
    status = 302
    setTime(new Date(now.getTime() + 6_000))
    await deliverNotices(api.context)
    expect(got).toHaveLength(2)
    status = 204
    after(5)
    await deliverNotices(api.context)
    after(60 * 24)
    await deliverNotices(api.context)
    expect(got).toHaveLength(3)
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(got.every((one) => isSigned(one, secret))).toBe(true)
  })

  test('a release that everybody has is told by webhook alone', async () => {
    const name = await canary()
    const owner = {
      mail: 'nadia@example.org',
      webhook_url: url,
      webhook_secret: newWebhookSecret(),
    }
    await noticesRepository(api.db).saveOwner({ name, ...owner })
    for (let step = 0; step < 6; step += 1) await busy(name)
    await deliverNotices(api.context)
    await api.context.jobs.drain()
    expect(got.map(({ body }) => JSON.parse(body).type)).toEqual(['release.completed'])
    // Mails of the releases before may be on their way still.
    expect(api.mails.filter(({ subject }) => subject.startsWith(name))).toEqual([])
  })
})
