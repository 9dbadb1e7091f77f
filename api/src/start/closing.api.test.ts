import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { testApi } from '../../test/test-api.ts'
import { shutDownGracefully } from './start-server.ts'

const READY = 'GET /readyz HTTP/1.1\r\nhost: site\r\n\r\n'

const api = await testApi()

/** A keep-alive connection that has had a response. */
async function usedLine(port: number) {
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.setEncoding('utf8').on('data', (part: string) => (heard += part))
  await once(socket, 'connect')
  socket.write('GET /healthz HTTP/1.1\r\nhost: site\r\n\r\n')
  await once(socket, 'data')
  return { socket, heard: () => heard, closed: once(socket, 'close') }
}

test('answers requests that arrive on keep-alive connections during the shutdown', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as { port: number }
  await fetch(`http://127.0.0.1:${port}/home`)
  const line = connect(port, '127.0.0.1')
  let heard = ''
  line.setEncoding('utf8').on('data', (part: string) => (heard += part))
  await once(line, 'connect')
  const lineClosed = once(line, 'close')
  line.write('POST /api/user/login HTTP/1.1\r\nhost: site\r\ncontent-type: application/json\r\n')
  line.write('content-length: 2\r\n\r\n{')
  await once(api.app.server, 'request')

  const idle = await usedLine(port)
  const overtaken = await usedLine(port)

  const closed = shutDownGracefully(api.app)
  // Sent before the shutdown, not read yet.
  idle.socket.write(READY)
  while (api.app.server.listening) await setImmediate()
  // Blocks the event loop until the idle connections are due, so that this is not read yet.
  overtaken.socket.write(READY)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700)
  line.write(`}${READY}`)
  // A client reads its response after the server has closed: waits for the clients, not only for the server.
  await Promise.all([closed, lineClosed, idle.closed, overtaken.closed])

  expect(idle.heard()).toContain('"status":"ready"')
  expect(overtaken.heard()).toContain('"status":"ready"')
  expect(heard).toContain('"code":422')
  expect(heard).toContain('"status":"ready"')
  expect(heard).toMatch(/connection: close/i)
})
