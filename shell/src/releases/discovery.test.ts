import { DISCOVERY_SCHEMA, LAST_GOOD_MS, manifestUrl } from '@awards/shared/releases'

const entry = (version: string) => ({
  url: manifestUrl('mf-jury', version),
  fallbackUrl: manifestUrl('mf-jury', version, '/mfe-b'),
  metadata: { version, integrity: `sha384-${'A'.repeat(64)}` },
  deployment: { traffic: 100, default: true },
  extras: {
    modulefederation: {
      name: 'mf_jury',
      exposes: ['./routes'],
      routes: [],
      kind: 'primary',
      contract: '^1.0.0',
      timeoutMs: 8e3,
      prefetch: [],
      withdrawn: [],
    },
  },
})
const document_ = (version: string) => ({
  schema: DISCOVERY_SCHEMA,
  microFrontends: { 'mf-jury': [entry(version)] },
})
const KEY = 'discovery-last-good'

let asked: string[]
function serverAnswers(answer: () => Response | Promise<Response>) {
  window.fetch = (input) => {
    asked.push(String(input))
    return Promise.resolve().then(answer)
  }
}
const inline = (value: unknown) => {
  document.body.innerHTML = `<script type="application/json" id="discovery">${
    typeof value === 'string' ? value : JSON.stringify(value)
  }</script>`
}
/** A tab of its own for each test. */
const tab = () => import('./discovery.ts')
const versionIn = async () => (await (await tab()).releasesOf('mf-jury')).wanted.metadata.version

beforeEach(() => {
  jest.resetModules()
  localStorage.clear()
  document.body.innerHTML = ''
  asked = []
  serverAnswers(() => Response.error())
  jest.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => jest.restoreAllMocks())

test('the document written into the page is taken, without asking the server', async () => {
  inline(document_('1.0.0'))
  expect(await versionIn()).toBe('1.0.0')
  expect(asked).toEqual([])
})

test.each(['', '{', '{}', JSON.stringify({ ...document_('1.0.0'), more: 1 })])(
  'one that is not valid (%s) counts as none',
  async (text) => {
    inline(text)
    serverAnswers(() => Response.json(document_('1.1.0')))
    expect(await versionIn()).toBe('1.1.0')
    expect(asked).toEqual(['/discovery.json'])
  },
)

test('without an answer the last good one of this browser is taken', async () => {
  inline(document_('1.0.0'))
  await versionIn()
  jest.resetModules()
  inline('')
  expect(await versionIn()).toBe('1.0.0')
})

test.each([
  ['too old', { at: Date.now() - LAST_GOOD_MS - 1000, document: document_('1.0.0') }],
  ['from the future', { at: Date.now() + 60_000, document: document_('1.0.0') }],
  ['tampered with', { at: Date.now(), document: { microFrontends: {} } }],
  ['nothing', null],
])('a last good one that is %s is not', async (_what, kept) => {
  localStorage.setItem(KEY, JSON.stringify(kept))
  await expect(versionIn()).rejects.toMatchObject({ problem: { phase: 'discovery' } })
})

test('an error is not for ever', async () => {
  const { releasesOf } = await tab()
  serverAnswers(() => new Response('{}', { status: 503 }))
  await expect(releasesOf('mf-jury')).rejects.toMatchObject({
    problem: { phase: 'discovery', kind: 'http', status: 503 },
  })
  serverAnswers(() => Response.json(document_('1.2.0')))
  expect((await releasesOf('mf-jury')).wanted.metadata.version).toBe('1.2.0')
})

test('a fresh one is asked for, and the one before stays when nobody answers', async () => {
  inline(document_('1.0.0'))
  const { releasesOf } = await tab()
  await releasesOf('mf-jury')
  serverAnswers(() => Response.json(document_('1.1.0')))
  expect((await releasesOf('mf-jury', { fresh: true })).wanted.metadata.version).toBe('1.1.0')
  serverAnswers(() => Response.error())
  expect((await releasesOf('mf-jury', { fresh: true })).wanted.metadata.version).toBe('1.1.0')
})

test('a remote that is not deployed is an error of its own', async () => {
  inline(document_('1.0.0'))
  const { releasesOf } = await tab()
  await expect(releasesOf('mf-payment')).rejects.toThrow('no release of mf-payment is deployed')
})
