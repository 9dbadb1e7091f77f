import { createServer, type AddressInfo } from 'node:net'
import { boundedFetch } from './public-request.ts'

/** A server that sends these words to whoever asks, and closes the connection where it is told to. */
let words = ''
let isClosed = false
const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () => (isClosed ? socket.end(words) : socket.write(words)))
}).listen(0, '127.0.0.1')
await new Promise((listening) => server.once('listening', listening))
const { port } = server.address() as AddressInfo
afterAll(() => server.close())

const bounded = boundedFetch({ isLocal: true, timeoutMs: 60_000, maxBytes: 100 })
const ask = () => bounded(`http://127.0.0.1:${port}/`, { method: 'GET', headers: {} })

test.each([
  [
    'asks for another protocol',
    'HTTP/1.1 101 x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
    false,
  ],
  ['breaks off its answer', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf', true],
  ['says nothing', '', true],
  ['says too much', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(101)}`, false],
])('a server that %s is a failure before the time is over', async (_what, said, closes) => {
  words = said
  isClosed = closes
  await expect(ask()).rejects.toThrow()
})

test('an answer that ends with its connection is read to its end', async () => {
  words = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nwhole'
  isClosed = true
  const answer = await ask()
  expect([answer.status, await answer.text()]).toEqual([200, 'whole'])
})
