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
/** The pins by which the server has rendered the document. */
function inlinePins(pins: string, problems: object[]) {
  const text = JSON.stringify({ pins, problems })
  const element = `<script type="application/json" id="pins">${text}</script>`
  document.body.insertAdjacentHTML('beforeend', element)
}
/** What the tab has asked the server to render its next documents by. */
let kept: string[]
/** A tab of its own for each test. */
const tab = async () => {
  const configuration = JSON.stringify({ pins: 'on', channel: 'staging' })
  document.head.innerHTML = `<script type="application/json" id="site-configuration">${configuration}</script>`
  return { ...(await import('./discovery.ts')), ...(await import('./pins.ts')) }
}
const versionIn = async () => (await (await tab()).releasesOf('mf-jury')).wanted.metadata.version

beforeEach(() => {
  jest.resetModules()
  localStorage.clear()
  document.body.innerHTML = ''
  sessionStorage.clear()
  asked = []
  kept = []
  navigator.sendBeacon = (_url, body) => kept.push(String(body)) > 0
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

const SOUND = 'mf-jury@1.5.0'
const UNKNOWN = 'mf-payment@9.9.9'
const refused = [{ pin: UNKNOWN, problem: 'unknown-version' }]

test('scenario 34: a document for the pins of this tab is taken as it is, with what was refused', async () => {
  proves('scenario 34')
  sessionStorage.setItem('mfe-pins', `${SOUND},${UNKNOWN}`)
  inline(document_('1.5.0'))
  inlinePins(`${SOUND},${UNKNOWN}`, refused)
  const { releasesOf, startPins } = await tab()
  startPins()
  expect((await releasesOf('mf-jury')).wanted.metadata.version).toBe('1.5.0')
  await expect(releasesOf('mf-payment')).rejects.toThrow('cannot be held: unknown-version')
  expect(asked).toEqual([])
})

test.each([
  ['of another tab', '', SOUND, '/discovery.json'],
  ['without its pins', SOUND, '', `/discovery.json?pin=${encodeURIComponent(SOUND)}`],
])(
  'a document %s is not taken: the tab asks by its own pins',
  async (_what, own, ofDocument, url) => {
    if (own) sessionStorage.setItem('mfe-pins', own)
    inline(document_('1.0.0'))
    if (ofDocument) inlinePins(ofDocument, [])
    const { releasesOf, startPins } = await tab()
    startPins()
    serverAnswers(() => Response.json(document_('1.1.0')))
    expect((await releasesOf('mf-jury')).wanted.metadata.version).toBe('1.1.0')
    expect(asked).toEqual([url])
    expect(kept).toEqual([own])
  },
)

test('an unknown pin does not take the sound ones of the list with it', async () => {
  sessionStorage.setItem('mfe-pins', `${SOUND},${UNKNOWN}`)
  const { releasesOf, startPins } = await tab()
  startPins()
  serverAnswers(() => Response.json({ ...document_('1.5.0'), problems: refused }))
  expect((await releasesOf('mf-jury')).wanted.metadata.version).toBe('1.5.0')
  await expect(releasesOf('mf-payment')).rejects.toThrow('cannot be held: unknown-version')
})
