import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import { testVies } from '../../../../test/test-vies.ts'
import { listen } from '../../../../test/test-wallet.ts'
import { queryVies } from './vies-client.ts'

const servers: ReturnType<typeof createServer>[] = []
const vies = await testVies(60_000)
const serving = async (listener: RequestListener) => {
  const server = createServer(listener)
  servers.push(server)
  return listen(server)
}
afterAll(() => {
  vies.stop()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

const config = {
  baseUrl: `${vies.url}/vies/rest-api`,
  requester: 'FR12345678901',
  timeoutMs: 4_000,
}
const ask = (number: string, given: Partial<typeof config> | { requester: undefined } = {}) =>
  queryVies({ ...config, ...given }, { prefix: 'DE', number })

test('a registered number returns name, address and consultation number', async () => {
  expect(await ask('136695900')).toMatchObject({
    status: 'valid',
    name: 'SPECIMEN DE136695900',
    address: expect.any(String),
    consultation_no: expect.stringMatching(/^WAPI/),
    raw: { requestDate: expect.any(String) },
  })
})

test('without a number of our own there is no consultation number', async () => {
  const { status, consultation_no } = await ask('136695900', { requester: undefined })
  expect({ status, consultation_no }).toEqual({ status: 'valid', consultation_no: null })
})

test.each([
  ['136695998', 'invalid'],
  ['136695997', 'unavailable'],
  ['136695996', 'unavailable'],
])('%s is %s', async (number, status) => {
  expect(await ask(number)).toMatchObject({ status, consultation_no: null })
})

test('dashes are no name', async () => {
  expect(await ask('136695994')).toMatchObject({ status: 'valid', name: null, address: null })
})

test('a timeout is unavailable', async () => {
  expect(await ask('136695995', { timeoutMs: 50 })).toMatchObject({
    status: 'unavailable',
    raw: { failure: 'TimeoutError' },
  })
})

const plain = { countryCode: 'DE', vatNumber: '136695900', valid: true }
test.each<[string, number, string]>([
  ['no JSON', 200, '<html>maintenance</html>'],
  ['an answer about another number', 200, JSON.stringify({ ...plain, vatNumber: '1' })],
  ['a yes with an error', 200, JSON.stringify({ ...plain, userError: 'MS_UNAVAILABLE' })],
  ['a yes without saying so', 200, JSON.stringify({ ...plain, valid: undefined })],
  ['a yes in an error', 500, JSON.stringify(plain)],
  ['a name that cannot be stored', 200, JSON.stringify({ ...plain, name: 'A\u0000B' })],
  ['half a character', 200, JSON.stringify({ ...plain, name: '\ud83d' })],
])('%s is not believed', async (_what, status, body) => {
  const baseUrl = await serving((_request, response) => response.writeHead(status).end(body))
  expect(await ask('136695900', { baseUrl })).toMatchObject({ status: 'unavailable' })
})

test('a host that is not there is no answer', async () => {
  const baseUrl = 'http://127.0.0.1:9'
  expect(await ask('136695900', { baseUrl })).toMatchObject({ status: 'unavailable' })
})

test('the page tells the rules and shows what was asked as text', async () => {
  await queryVies(config, { prefix: 'DE', number: '<b>1' })
  const page = await (await fetch(`${vies.url}/vies`)).text()
  expect(page.replaceAll('<wbr>', '')).toContain('MS_UNAVAILABLE')
  expect(page).toContain('&lt;b&gt;1')
})
