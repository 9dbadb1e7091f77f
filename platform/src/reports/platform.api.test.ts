import { type LoadEvent, PlatformOverview } from '@awards/shared/releases'
import { registryFixture } from '../../../api/test/registry-fixture.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { applyRetention } from '../../../api/src/jobs/retention.ts'
import { rateLimitedWarnings } from '../../../api/src/observability/log.ts'
import { DAY_MS } from '../../../api/src/lib/time.ts'

const api = await testApi({ CHANNEL: 'staging' })
const { release, deploy } = registryFixture(api)

const event = (given: Partial<LoadEvent> = {}): LoadEvent => ({
  ts: '2026-11-20T10:00:00.000Z',
  trace_id: 'abc',
  session: 'tab',
  shell: { version: '1.1.0' },
  remote: { name: 'mf-jury', version: '1.0.0' },
  phase: 'entry',
  attempt: 1,
  outcome: 'ok',
  pinned: false,
  duration_ms: 12,
  ...given,
})

const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'POST', url, payload, headers })
const tell = (events: unknown[], headers: Record<string, string> = {}) =>
  post('/api/platform/events', JSON.stringify({ events }), {
    'content-type': 'text/plain;charset=UTF-8',
    ...headers,
  })
const report = (body: unknown, type = 'application/csp-report') =>
  post('/api/platform/reports', JSON.stringify(body), { 'content-type': type })
const stored = () => api.db.selectFrom('mfe_events').selectAll().orderBy('id').execute()
const reports = () => api.db.selectFrom('mfe_reports').selectAll().orderBy('id').execute()

afterEach(async () => {
  await api.db.deleteFrom('mfe_events').execute()
  await api.db.deleteFrom('mfe_reports').execute()
})

test.each(['text/plain;charset=UTF-8', 'application/json'])(
  'stores a beacon of type %s',
  async (type) => {
    const failed = event({ outcome: 'failed', kind: 'http', http_status: 404, message: 'gone' })
    const answer = await tell([event(), failed], { 'content-type': type })
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    const rows = await stored()
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatchObject({
      remote: 'mf-jury',
      version: '1.0.0',
      phase: 'entry',
      kind: 'http',
      outcome: 'failed',
      event: failed,
    })
  },
)

test('limits rows per address and minute', async () => {
  const fifty = Array.from({ length: 50 }, () => event())
  const rows = 600 * 10 // The demo mode has ten times the limit of production, since all visitors share one address.
  const send = () =>
    api.app.inject({
      method: 'POST',
      url: '/api/platform/events',
      payload: { events: fifty },
      remoteAddress: '198.51.100.7',
    })
  for (let sent = 0; sent < rows; sent += 50) expect((await send()).statusCode).toBe(204)
  expect((await send()).statusCode).toBe(429)
  expect(await stored()).toHaveLength(rows)
})

test.each([
  ['no JSON', 400, 'nonsense', {}],
  ['no events', 422, '{"events":[]}', {}],
  ['a field of its own', 422, JSON.stringify({ events: [{ ...event(), person: 'me' }] }), {}],
  [
    'a remote that is none',
    422,
    JSON.stringify({ events: [{ ...event(), remote: { name: '../x' } }] }),
    {},
  ],
  ['a NUL', 422, JSON.stringify({ events: [event({ message: 'a\u0000b' })] }), {}],
  ['half a pair', 422, JSON.stringify({ events: [event({ message: '\ud800' })] }), {}],
  ['a deep one', 400, `{"events":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, {}],
  ['too much', 413, JSON.stringify({ events: [event()], x: 'x'.repeat(70_000) }), {}],
  ['another type', 415, '<a/>', { 'content-type': 'text/xml' }],
  ['another site', 403, JSON.stringify({ events: [event()] }), { 'sec-fetch-site': 'cross-site' }],
])('events with %s are answered %i and store nothing', async (_name, status, body, headers) => {
  const answer = await post('/api/platform/events', body, {
    'content-type': 'text/plain',
    ...headers,
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toEqual({ error: expect.any(String), message: expect.any(String) })
  expect(await stored()).toHaveLength(0)
})

test('stores a report that is truncated within a surrogate pair', async () => {
  const sample = `${'a'.repeat(299)}😀`
  const answer = await report({ 'csp-report': { 'blocked-uri': 'eval', 'script-sample': sample } })
  expect(answer.statusCode).toBe(204)
  expect(await reports()).toMatchObject([{ report: { sample: `${'a'.repeat(299)}\ufffd` } }])
})

test('a CSP report names the release of its source file', async () => {
  const answer = await report({
    'csp-report': {
      'document-uri': 'https://award.example/jury?token=secret',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.test/x.js?a=1',
      'source-file': 'https://award.example/mfe/mf-jury/1.2.0/js/a.js',
      'line-number': 7,
    },
  })
  expect(answer.statusCode).toBe(204)
  const [row] = await reports()
  expect(row).toMatchObject({
    directive: 'script-src-elem',
    blocked: 'https://evil.test/x.js',
    remote: 'mf-jury',
    version: '1.2.0',
    report: { document: 'https://award.example/jury', line: 7 },
  })
  expect(JSON.stringify(row)).not.toContain('secret')
})

test('stores reports of the Reporting API up to a limit', async () => {
  const body = {
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'trusted-types-sink',
    sourceFile: 'https://award.example/mfe-b/mf-public/1.0.0/js/b.js',
    sample: 'a\u0000b'.repeat(120),
  }
  const one = { type: 'csp-violation', url: 'https://award.example/', body }
  const several = [{ ...one, type: 'deprecation' }, ...Array.from({ length: 30 }, () => one)]
  expect((await report(several, 'application/reports+json')).statusCode).toBe(204)
  const rows = await reports()
  expect(rows).toHaveLength(19)
  expect(rows[0]).toMatchObject({ remote: 'mf-public', version: '1.0.0' })
  expect((await report({ nothing: 1 })).statusCode).toBe(400)
  const blockedURL = 'https://award.example/mfe/mf-jury/1.0.0/js/x.js?retry=1'
  const unsealed = { type: 'integrity-violation', body: { blockedURL, destination: 'script' } }
  expect((await report([unsealed], 'application/reports+json')).statusCode).toBe(204)
  expect((await reports()).at(-1)).toMatchObject({
    directive: 'integrity-policy',
    blocked: 'https://award.example/mfe/mf-jury/1.0.0/js/x.js',
    remote: 'mf-jury',
  })
  expect((await report([], 'application/reports+json')).statusCode).toBe(400)
})

test('deletes events and reports after thirty days', async () => {
  await tell([event()])
  await report({ 'csp-report': { 'effective-directive': 'img-src' } })
  const later = (days: number) => api.setTime(new Date(Date.now() + days * DAY_MS))
  later(29)
  await applyRetention(api.context)
  expect([(await stored()).length, (await reports()).length]).toEqual([1, 1])
  later(31)
  await applyRetention(api.context)
  expect([(await stored()).length, (await reports()).length]).toEqual([0, 0])
  api.setTime(new Date())
})

test('the overview joins releases, deployments and load counts of the last hour', async () => {
  await release('mf-jury', '1.0.0')
  await release('mf-jury', '1.1.0-pr7.1', { preview: true })
  await deploy('production', 'mf-jury', '1.0.0')
  await tell([event({ outcome: 'failed' })])
  api.setTime(new Date(Date.now() + 3_700_000))
  await tell([event(), event(), event({ outcome: 'fallback' }), event({ outcome: 'retry' })])
  const answer = await api.app.inject('/api/platform/overview')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toContain('no-store')
  const overview = PlatformOverview.parse(answer.json())
  expect(overview).toMatchObject({ channel: 'staging', pins: 'on' })
  const [jury] = overview.remotes
  expect(jury?.deployments).toMatchObject([{ channel: 'production', name: 'mf-jury' }])
  const byVersion = new Map(jury?.versions.map((one) => [one.version, one]))
  expect(byVersion.get('1.0.0')?.health).toEqual({ ok: 2, fallback: 1, failed: 0 })
  expect(byVersion.get('1.1.0-pr7.1')).toMatchObject({
    preview: true,
    health: null,
    figures: {},
  })
})

test('limits warnings per period', () => {
  const lines: string[] = []
  let now = 0
  const add = (name: string) => void lines.push(name)
  const warn = rateLimitedWarnings({ info: add, warn: add, error: add }, () => new Date(now))
  for (let index = 0; index < 100; index++) warn('x')
  expect(lines).toHaveLength(31)
  now = 60_000
  warn('y')
  expect(lines.at(-1)).toBe('y')
})
