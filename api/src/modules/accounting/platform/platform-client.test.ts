import { createServer } from 'node:http'
import { listen } from '../../../../test/test-wallet.ts'
import { until } from '../../../../test/waiting.ts'
import { testPlatform } from '../../../../test/test-platform.ts'
import { parseConfig } from '../../../start/parse-config.ts'
import { collectedMessage, readLifeCycle } from './life-cycle.ts'
import { platformClient, PlatformError, type PlatformConfig } from './platform-client.ts'

let time = new Date('2026-11-28T12:00:00Z')
const platform = await testPlatform(() => time)
const { environment } = platform
const settings = { DATA_DIR: '/tmp', SECRET: 'a specimen of a secret that is long', ...environment }
const config = parseConfig(settings).approvedPlatform as PlatformConfig
const client = platformClient(config, () => time)
/** For an answer that never comes. A busy machine is not always in time with the token either: see `untilSent`. */
const SHORT_TIMEOUT = { ...config, timeoutMs: 400 }
const invoice = (xml = '<a/>') =>
  ({ name: 'F-1.xml', syntax: 'CII', trackingId: 'ours-1', xml }) as const
/** Answers everything in one way, to look at what a request has, or at what the client makes of the answer. */
const odd = createServer((request, response) => {
  if (request.url === '/token') return void response.end('{"access_token":"t"}')
  if (request.url?.startsWith('/long')) return void response.end(' '.repeat(6_000_000))
  if (request.url?.startsWith('/drip')) return void response.write(' ')
  response.writeHead(302, { location: `${platform.url}/flow-service/v1/flows/search` }).end()
})
const oddUrl = await listen(odd)
afterAll(() => {
  platform.stop()
  odd.closeAllConnections()
  odd.close()
})

/** The error of a request, which is made anew until it has a token. */
async function untilSent(ask: () => Promise<unknown>) {
  let error: unknown
  await until(async () => {
    error = await ask().catch((failure: unknown) => failure)
    return !(error instanceof PlatformError && error.kind === 'denied')
  })
  return error
}

const incomplete = (change: Record<string, string>) => {
  try {
    parseConfig({ ...settings, ...change })
    return ''
  } catch (error) {
    return JSON.stringify(error)
  }
}

test('settings that are incomplete or open are refused with what to do, never with the secret', () => {
  expect(
    parseConfig({ DATA_DIR: '/tmp', SECRET: settings.SECRET }).approvedPlatform,
  ).toBeUndefined()
  expect(config).toMatchObject({
    clientSecret: 'specimen',
    directoryUrl: `${platform.url}/directory-service`,
  })
  expect(incomplete({ PA_CLIENT_ID: '' })).toContain('PA_CLIENT_ID is missing')
  expect(incomplete({ PA_CLIENT_SECRET_FILE: '/nowhere' })).toContain('cannot be read')
  expect(incomplete({ PA_CLIENT_SECRET_FILE: '/dev/null' })).toContain('is empty')
  expect(incomplete({ PA_FLOW_URL: 'ftp://x' })).toContain('PA_FLOW_URL')
  const production = { MODE: 'production', SITE_URL: 'https://x.example', SMTP_URL: 'smtp://x' }
  expect(incomplete(production)).toContain('PA_TOKEN_URL has to start with https://')
})

test('a token serves until shortly before its end', async () => {
  const tokens = () => platform.calls.filter(({ call }) => call === 'token').length
  const before = tokens()
  const fresh = platformClient(config, () => time)
  await fresh.addressOf('732829320')
  await fresh.addressOf('732829320')
  expect(tokens() - before).toBe(1)
  time = new Date(time.getTime() + 3_550_000)
  await fresh.addressOf('732829320')
  expect(tokens() - before).toBe(2)
})

test('the platform gets the file as it is, with its digest and our number', async () => {
  const xml = '<a>\r\n--flow-é\r\n\r\n</a>\n'
  const { flowId } = await client.submit(invoice(xml))
  expect(platform.book.find(flowId)).toMatchObject({
    file: xml,
    trackingId: 'ours-1',
    name: 'F-1.xml',
  })
  expect(await client.original(flowId)).toBe(xml)
  expect(await client.byTracking('ours-1')).toMatchObject([{ flowId }])
  expect(await client.byTracking('ours-2')).toEqual([])
})

test.each([
  [{ how: 400 }, 'refused'],
  [{ how: 413 }, 'refused'],
  [{ how: 422 }, 'refused'],
  [{ how: 403 }, 'denied'],
  [{ how: 429, retryAfter: 30 }, 'busy'],
  [{ how: 500 }, 'unknown'],
  [{ how: 503, retryAfter: 30 }, 'unknown'],
  [{ how: 307 }, 'unknown'],
  [{ how: 'cut' }, 'unknown'],
  [{ how: 'garbage' }, 'unknown'],
] as const)('%j is %s', async (fault, kind) => {
  const twice = kind === 'denied' ? 2 : 1
  for (let count = 0; count < twice; count += 1)
    platform.fail({ call: 'submit', when: 'before', ...fault })
  const retryAfterMs = 'retryAfter' in fault ? 30_000 : 0
  await expect(client.submit(invoice())).rejects.toMatchObject({ kind, retryAfterMs })
})

test('an answer that does not come in time is unknown', async () => {
  const impatient = platformClient(SHORT_TIMEOUT, () => time)
  platform.fail({ call: 'submit', when: 'before', how: 'hang' })
  expect(await untilSent(() => impatient.submit(invoice()))).toMatchObject({ kind: 'unknown' })
})

test('without a token nothing was sent, whatever the reason', async () => {
  const fresh = platformClient(config, () => time)
  for (const how of [500, 'cut', 'garbage', 400] as const) {
    platform.fail({ call: 'token', when: 'before', how })
    await expect(fresh.submit(invoice())).rejects.toMatchObject({ kind: 'denied' })
  }
})

test('an answer without an end, too long or from elsewhere is none', async () => {
  for (const path of ['long', 'drip', 'away']) {
    const at = { flowUrl: `${oddUrl}/${path}`, tokenUrl: `${oddUrl}/token` }
    const strange = platformClient(
      { ...(path === 'drip' ? SHORT_TIMEOUT : config), ...at },
      () => time,
    )
    const error = await untilSent(() => strange.byTracking('ours-1'))
    expect(error).toMatchObject({ kind: 'unknown' })
  }
})

test('what we tell of money is a message of the standard, with characters escaped and refunds below zero', () => {
  const message = collectedMessage({
    number: 'GA-2027-000001',
    type: '380',
    issued_on: '2027-01-31',
    seller: { siren: '100000009', name: 'A & B' },
    buyer: { siren: '200000008', name: '<C>', address: '200000008' },
    at: new Date('2027-07-01T12:00:00Z'),
    reported_at: new Date('2027-07-01T12:01:00Z'),
    reference: '7',
    currency: 'EUR',
    amounts: [
      { rate_percent: 20, amount_minor: -1205 },
      { rate_percent: 5.5, amount_minor: 100 },
    ],
  })
  expect(message).toContain('<ram:Name>A &amp; B</ram:Name>')
  expect(message).toContain(
    '<ram:ValueAmount currencyID="EUR">-12.05</ram:ValueAmount><ram:ValuePercent>20.00<',
  )
  expect(message).toContain(
    '<ram:ValueAmount currencyID="EUR">1.00</ram:ValueAmount><ram:ValuePercent>5.50<',
  )
  expect(readLifeCycle(message)).toEqual([
    {
      invoice_no: 'GA-2027-000001',
      code: '212',
      at: new Date('2027-07-01T12:00:00Z'),
      reasons: [],
    },
  ])
})

const MESSAGE = (inner: string) =>
  `<r:CrossDomainAcknowledgementAndResponse xmlns:r="urn:un:unece:uncefact:data:standard:CrossDomainAcknowledgementAndResponse:100"><r:AcknowledgementDocument><IssueDateTime><DateTimeString>20270115120000</DateTimeString></IssueDateTime>${inner}</r:AcknowledgementDocument></r:CrossDomainAcknowledgementAndResponse>`
const REFERENCE = (number: string, more = '') =>
  `<ReferenceReferencedDocument><IssuerAssignedID>${number}</IssuerAssignedID><ProcessConditionCode>207</ProcessConditionCode>${more}</ReferenceReferencedDocument>`

test('a message of several invoices has an event for each, with all its reasons', () => {
  const status =
    '<SpecifiedDocumentStatus><ReasonCode>TX_TVA_ERR</ReasonCode><Reason>Taux</Reason></SpecifiedDocumentStatus>'
  const events = readLifeCycle(MESSAGE(REFERENCE('F1', status + status) + REFERENCE('F&amp;2')))
  expect(events).toMatchObject([
    { invoice_no: 'F1', reasons: [{ code: 'TX_TVA_ERR', text: 'Taux' }, { code: 'TX_TVA_ERR' }] },
    { invoice_no: 'F&2', reasons: [], at: new Date('2027-01-15T11:00:00Z') },
  ])
})

test.each([
  ['no XML', 'hello'],
  ['another document', '<Invoice/>'],
  ['a document type', `<!DOCTYPE r [<!ENTITY x "y">]>${MESSAGE(REFERENCE('F1'))}`],
  ['an entity', MESSAGE(REFERENCE('&x;'))],
  ['no invoice', MESSAGE('')],
  [
    'no code',
    MESSAGE(
      '<ReferenceReferencedDocument><IssuerAssignedID>F1</IssuerAssignedID></ReferenceReferencedDocument>',
    ),
  ],
  ['no time', MESSAGE(REFERENCE('F1')).replace('20270115120000', 'soon')],
  ['an end that is missing', MESSAGE(REFERENCE('F1')).slice(0, -10)],
])('%s is refused as a message', (_what, xml) => {
  expect(() => readLifeCycle(xml)).toThrow()
})
