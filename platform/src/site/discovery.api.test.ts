import { parseDiscovery } from '@awards/shared/releases'
import { registryFixture } from '../../../api/test/registry-fixture.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { buildApp } from '../../../api/src/start/build-app.ts'

const api = await testApi({ CHANNEL: 'staging' })
const { release, deploy } = registryFixture(api)
const get = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url, headers })
const pinned = (text: string) => get(`/discovery.json?pin=${text}`)

beforeAll(async () => {
  for (const name of ['mf-public', 'mf-jury']) {
    for (const version of ['1.0.0', '1.1.0', '1.2.0-pr88.3']) await release(name, version)
    await deploy('production', name, '1.0.0')
    await deploy('staging', name, '1.1.0')
  }
  await release('mf-gallery', '0.1.0')
})

test('uses the channel of the site, or with pins allowed the requested one', async () => {
  const versionIn = async (url: string) =>
    parseDiscovery((await get(url)).json()).microFrontends['mf-jury']?.[0]?.metadata.version
  expect(await versionIn('/discovery.json')).toBe('1.1.0')
  expect(await versionIn('/discovery.json?channel=staging')).toBe('1.1.0')
  expect(await versionIn('/discovery.json?channel=production')).toBe('1.0.0')
})

test.each(['nightly', '', '../production', 'constructor', 'staging&channel=production'])(
  'refuses the channel %j and lists the allowed ones',
  async (channel) => {
    const answer = await get(`/discovery.json?channel=${channel}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.json()).toEqual({
      error: 'channel',
      message: expect.any(String),
      allowed: ['production', 'staging'],
    })
  },
)

test('a pin sets one remote to one release without fallback and leaves the others', async () => {
  const answer = await pinned('mf-jury@1.2.0-pr88.3')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('private, no-cache')
  const { microFrontends } = parseDiscovery(answer.json())
  expect(microFrontends['mf-jury']).toMatchObject([
    {
      url: '/mfe/mf-jury/1.2.0-pr88.3/mf-manifest.json',
      deployment: { traffic: 100, default: true },
      extras: { modulefederation: { withdrawn: [] } },
    },
  ])
  expect(microFrontends['mf-public']?.[0]?.metadata.version).toBe('1.1.0')
  const same = await get('/discovery.json?pin=mf-jury@1.2.0-pr88.3', {
    'if-none-match': String(answer.headers['etag']),
  })
  expect(same.statusCode).toBe(304)
})

test('pins can name channels, several remotes, and undeployed remotes', async () => {
  const answer = await pinned('mf-jury@production,mf-public@1.2.0-pr88.3,mf-gallery@0.1.0')
  const { microFrontends } = parseDiscovery(answer.json())
  expect(
    Object.values(microFrontends).map((entries) => [entries.length, entries[0]?.metadata.version]),
  ).toEqual([
    [1, '1.0.0'],
    [1, '1.2.0-pr88.3'],
    [1, '0.1.0'],
  ])
})

test.each([
  ['mf-jury@9.9.9', 'unknown-version'],
  ['mf-jury@1.0.0-nothing', 'unknown-version'],
  ['mf-gallery@staging', 'unknown-version'],
  ['mf-nobody@1.0.0', 'unknown-remote'],
  ['mf-nobody@staging', 'unknown-remote'],
  ['mf-jury@https://evil.test/x.js', 'unknown-version'],
  ['mf-jury@//evil.test', 'unknown-version'],
  ['mf-jury@..%2f..%2f', 'unknown-version'],
  ['mf-jury@javascript:alert(1)', 'unknown-version'],
  ['mf-jury@localhost.evil.com', 'unknown-version'],
  ['mf-jury@', 'unknown-version'],
  ['mf-jury', 'unknown-version'],
  ['mf-jury@1.0.0@1.1.0', 'unknown-version'],
  ['https://evil.test/x.js', 'unknown-remote'],
  ['%E0%A4%A', 'unknown-remote'],
  ['%00', 'unknown-remote'],
  ['constructor@1.0.0', 'unknown-remote'],
  ['shell@1.0.0', 'unknown-version'],
  ['<script>alert(1)</script>', 'unknown-remote'],
])('the pin %s is refused: %s', async (pin, problem) => {
  const answer = await pinned(pin)
  expect(answer.statusCode).toBe(422)
  expect(answer.headers['content-type']).toContain('application/json')
  const { error, problems, ...more } = answer.json()
  expect(error).toBe('pins')
  expect(problems).toEqual([{ pin: expect.any(String), problem }])
  expect(more).toEqual({})

  // Beside a sound one it alone is refused.
  const both = await pinned(`mf-public@1.2.0-pr88.3,${pin}`)
  expect(both.statusCode).toBe(200)
  const { problems: beside, ...document } = both.json()
  expect(beside).toEqual(problems)
  const [entry] = parseDiscovery(document).microFrontends['mf-public'] ?? []
  expect(entry?.metadata.version).toBe('1.2.0-pr88.3')
})

test('a pin of ten thousand characters is truncated in the refusal', async () => {
  const answer = await pinned('x'.repeat(10_000))
  expect(answer.statusCode).toBe(422)
  expect(answer.body.length).toBeLessThan(200)
})

test('with pins off, refuses each pin and other channels', async () => {
  const app = buildApp({ ...api.context, config: { ...api.context.config, pins: 'off' } })
  const answer = await app.inject('/discovery.json?pin=mf-jury@1.0.0,mf-public@staging,nonsense')
  expect(answer.statusCode).toBe(422)
  expect(answer.json().problems).toEqual(
    ['mf-jury@1.0.0', 'mf-public@staging', 'nonsense'].map((pin) => ({ pin, problem: 'off' })),
  )
  const other = await app.inject('/discovery.json?channel=production')
  expect([other.statusCode, other.json().allowed]).toEqual([422, ['staging']])
  expect((await app.inject('/discovery.json?channel=staging')).statusCode).toBe(200)
  await app.close()
})

test('leaves out a remote with damaged rows and keeps the others', async () => {
  await api.db
    .insertInto('mfe_deployments')
    .values({
      channel: 'staging',
      name: 'mf-gallery',
      revision: 1,
      versions: JSON.stringify([
        { version: '0.1.0', traffic: 60, default: true },
        { version: '7.7.7', traffic: 40, default: false },
      ]),
    })
    .execute()
  api.context.registry.invalidate()
  const quiet = { ...api.context.log, error: () => undefined }
  const app = buildApp({ ...api.context, log: quiet })
  const { microFrontends } = parseDiscovery((await app.inject('/discovery.json')).json())
  expect(Object.keys(microFrontends)).toEqual(['mf-jury', 'mf-public'])
  await app.close()
  await deploy('staging', 'mf-gallery', [])
})

test('lists withdrawn versions', async () => {
  await deploy('staging', 'mf-jury', '1.0.0', ['1.1.0'])
  const { microFrontends } = parseDiscovery((await get('/discovery.json')).json())
  expect(microFrontends['mf-jury']?.[0]?.extras.modulefederation.withdrawn).toEqual(['1.1.0'])
})

test('rate-limits pins with Retry-After', async () => {
  const answers = []
  for (let count = 0; count < 1_205; count++) answers.push(await pinned('mf-jury@1.0.0'))
  const last = answers.at(-1)
  expect(last?.statusCode).toBe(429)
  expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
  // Requests without pins are not limited.
  expect((await get('/discovery.json')).statusCode).toBe(200)
})
