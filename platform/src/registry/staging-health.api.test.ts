import type { LoadEvent, LoadOutcome } from '@awards/shared/releases'
import { AuditPage, ReleaseHealth, registryPaths } from '@awards/shared/releases'
import { share, tokenHolder, type TokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { buildApp } from '../../../api/src/start/build-app.ts'

// Two sites, of staging and production, on one registry. Pins are off, as in production.
const api = await testApi({ CHANNEL: 'staging', PINS: 'off' })
const staging = api.app
const { context } = api
const production = buildApp({ ...context, config: { ...context.config, channel: 'production' } })
/** Number of events in one request of a tab. */
const MOST_AT_ONCE = 50
const now = [share('1.1.0', 100), share('1.0.0', 0, true)]
let ana: TokenHolder
let ben: TokenHolder

beforeAll(async () => {
  await production.ready()
  ana = await tokenHolder(api, '*', 'Ana')
  ben = await tokenHolder(api, '*', 'Ben')
})
afterAll(() => production.close())
beforeEach(async () => void (await api.db.deleteFrom('mfe_events').execute()))

async function loads(
  site: typeof staging,
  outcomes: Partial<Record<LoadOutcome, number>>,
  [name, version] = ['mf-jury', '1.1.0'],
) {
  for (const [outcome, count] of Object.entries(outcomes) as [LoadOutcome, number][]) {
    const event: LoadEvent = {
      ts: new Date().toISOString(),
      trace_id: 'abc',
      session: 'tab',
      pinned: false,
      shell: { version: '1.1.0' },
      remote: { name, version },
      attempt: 1,
      duration_ms: 12,
      phase: 'entry',
      outcome,
    }
    for (let sent = 0; sent < count; sent += MOST_AT_ONCE) {
      const events = Array.from({ length: Math.min(MOST_AT_ONCE, count - sent) }, () => event)
      const { statusCode } = await site.inject({
        method: 'POST',
        url: registryPaths.events,
        payload: { events },
      })
      expect(statusCode).toBe(204)
    }
  }
}

/** A remote with 1.0.0 in production and 1.1.0 published. */
async function published(name: string) {
  for (const version of ['1.0.0', '1.1.0']) await ana.publish(name, version, { routes: [] })
  await ana.promote('production', name, [share('1.0.0', 100, true)], 0)
  if (name === 'mf-payment') await ben.approve('production', name)
}

test('T3: counts loads by channel, readable with a token at the production site', async () => {
  await loads(staging, { ok: 2, fallback: 3 })
  await loads(production, { ok: 5, failed: 1, retry: 2 })
  const headers = { authorization: `Bearer ${ana.token}` }
  const answer = await production.inject({ url: registryPaths.health, headers })
  const of = { name: 'mf-jury', version: '1.1.0' }
  expect(ReleaseHealth.parse(answer.json())).toEqual([
    { ...of, channel: 'production', ok: 5, fallback: 0, failed: 1 },
    { ...of, channel: 'staging', ok: 2, fallback: 3, failed: 0 },
  ])
  expect((await production.inject(registryPaths.health)).statusCode).toBe(401)
})

test('scenario 25: refuses production for a release that fell back in staging until the failures are accepted', async () => {
  proves('scenario 25')
  await published('mf-jury')
  await loads(staging, { ok: 100, fallback: 22 })
  const refused = await ana.promote('production', 'mf-jury', now)
  expect([refused.statusCode, refused.json().error]).toEqual([422, 'staging_failures'])
  expect(refused.json().message).toMatch(
    /1\.1\.0: 100 ok, 22 fell back to another version, 0 failed.*--accept-failures.*--reason/,
  )
  expect((await ana.promote('staging', 'mf-jury', now)).statusCode).toBe(200)

  const path = registryPaths.deployment('production', 'mf-jury')
  const accept = (body: object) =>
    ana.send(
      'PATCH',
      path,
      { versions: now, accept_failures: true, ...body },
      { 'if-match': '"1"' },
    )
  expect((await accept({})).json().message).toMatch(/Say why/)
  expect((await accept({ reason: 'A proxy of the office was down' })).statusCode).toBe(200)
  const audit = await ana.send('GET', registryPaths.audit('production'))
  expect(AuditPage.parse(audit.json()).entries[0]).toMatchObject({
    actor: 'Ana',
    action: 'promote',
    outcome: 'done',
    name: 'mf-jury',
    reason: 'A proxy of the office was down',
    detail: { accept_failures: true },
  })
})

test.each<[string, () => Promise<void>]>([
  ['failures of production alone', () => loads(production, { failed: 50 }, ['mf-one', '1.1.0'])],
  ['two failures, as of one broken tab', () => loads(staging, { failed: 2 }, ['mf-one', '1.1.0'])],
  ['one load in a hundred', () => loads(staging, { ok: 297, failed: 3 }, ['mf-one', '1.1.0'])],
  ['failures of another version', () => loads(staging, { failed: 50 }, ['mf-one', '1.0.0'])],
])('T3: %s do not block a release from production', async (_what, happen) => {
  const name = 'mf-one'
  await published(name)
  await happen()
  const answer = await ana.promote('production', name, now)
  expect(answer.statusCode).toBe(200)
  await ana.promote('production', name, [share('1.0.0', 100, true)])
})

test('T3: the approver accepts failures that came after the proposal', async () => {
  await published('mf-payment')
  expect((await ana.promote('production', 'mf-payment', now)).statusCode).toBe(202)
  await loads(staging, { failed: 5 }, ['mf-payment', '1.1.0'])
  const refused = await ben.approve('production', 'mf-payment')
  expect([refused.statusCode, refused.json().error]).toEqual([422, 'staging_failures'])
  const proposal = await ben.send('GET', registryPaths.approve('production', 'mf-payment'))
  const { proposed_at } = proposal.json()
  const approved = await ben.approve('production', 'mf-payment', {
    proposed_at,
    accept_failures: true,
  })
  expect(approved.statusCode).toBe(200)
})

test('T3: ignores failures older than a day', async () => {
  await published('mf-two')
  await loads(staging, { failed: 5 }, ['mf-two', '1.1.0'])
  api.setTime(new Date(Date.now() + 25 * 3_600_000))
  expect((await ana.promote('production', 'mf-two', now)).statusCode).toBe(200)
})
