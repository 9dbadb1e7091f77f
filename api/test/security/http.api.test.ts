import { connect, type AddressInfo } from 'node:net'
import { testApi } from '../test-api.ts'

const api = await testApi()
const { server } = api.app
// Listens on the bare server: `app.listen` would start background work that outlives the tests.
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
afterAll(() => server.close())
const { port } = server.address() as AddressInfo

/** Timeout: a server that waits for more bytes has not refused the request. */
const TIMEOUT_MS = 60_000

/** Sends raw bytes and returns all bytes until the server closes the connection. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.setEncoding('latin1')
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy())
    socket.on('data', (part) => (answer += part))
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => (answer ? resolve(answer) : reject(error)))
  })
}

const LINES = ['POST /api/user/login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
const SMUGGLED = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
const request = (headers: string[], body: string) =>
  `${[...LINES, ...headers].join('\r\n')}\r\n\r\n${body}`
const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, n]) => n)

test.each([
  [
    'a length and chunks',
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    `0\r\n\r\n${SMUGGLED}`,
  ],
  [
    'chunks and a length',
    ['Transfer-Encoding: chunked', 'Content-Length: 4'],
    `0\r\n\r\n${SMUGGLED}`,
  ],
  ['two lengths', ['Content-Length: 2', 'Content-Length: 60'], `{}${SMUGGLED}`],
  ['a length with a sign', ['Content-Length: +2'], `{}${SMUGGLED}`],
  ['a length that is a list', ['Content-Length: 2, 60'], `{}${SMUGGLED}`],
  ['chunks under another name', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${SMUGGLED}`],
  [
    'chunks that are not the last',
    ['Transfer-Encoding: chunked, identity'],
    `0\r\n\r\n${SMUGGLED}`,
  ],
  ['a blank before the colon', ['Transfer-Encoding : chunked'], `0\r\n\r\n${SMUGGLED}`],
  ['a folded header', ['X: a\r\n Transfer-Encoding: chunked'], `0\r\n\r\n${SMUGGLED}`],
  ['a bare end of line', ['X: a\nTransfer-Encoding: chunked'], `0\r\n\r\n${SMUGGLED}`],
  ['a size that is no number', ['Transfer-Encoding: chunked'], `2x\r\n{}\r\n0\r\n\r\n${SMUGGLED}`],
  ['a NUL in a header', ['X: a\u0000b'], SMUGGLED],
])('%s gets 400, and the smuggled request no answer', async (_what, headers, body) => {
  proves('security 31')
  const answer = await raw(request(headers, body))
  expect(statuses(answer)).toEqual(['400'])
  expect(answer).not.toContain('"status":"ok"')
})

test('answers a well-formed request and the next one on its connection', async () => {
  const answer = await raw(request(['Content-Length: 2'], `{}${SMUGGLED}`))
  expect(statuses(answer)).toEqual(['200', '200'])
  expect(answer).toContain('"status":"ok"')
})

test.each(['/', '/home', '/api/user/login', '/healthz', '/assets/x.js', '/files/x'])(
  'TRACE %s gets 405 and echoes nothing',
  async (path) => {
    proves('security 33')
    const lines = [`TRACE ${path} HTTP/1.1`, 'Host: localhost', 'Token: secret-of-mine']
    const answer = await raw(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`)
    expect(statuses(answer)).toEqual(['405'])
    expect(answer).not.toContain('secret-of-mine')
  },
)

test('returns 404 or 405 for other methods', async () => {
  proves('security 33')
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
    for (const url of ['/home', '/api/user/login', '/api/index/winnerList']) {
      const { statusCode, body } = await api.app.inject({ method, url })
      const code = body.startsWith('{"code"') ? (JSON.parse(body) as { code: number }).code : 0
      expect({ method, url, refused: statusCode === 404 || code === 405 }).toEqual({
        method,
        url,
        refused: true,
      })
    }
  }
})
