import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { testApi } from '../../test/test-api.ts'
import { closeGently } from './close-gently.ts'

const api = await testApi()

test('a request that comes on a used connection while the server ends is answered, and then it ends', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as { port: number }
  await fetch(`http://127.0.0.1:${port}/home`)
  const line = connect(port, '127.0.0.1')
  let heard = ''
  line.setEncoding('utf8').on('data', (part: string) => (heard += part))
  await once(line, 'connect')
  line.write('POST /api/user/login HTTP/1.1\r\nhost: site\r\ncontent-type: application/json\r\n')
  line.write('content-length: 2\r\n\r\n{')
  await once(api.app.server, 'request')

  const idle = connect(port, '127.0.0.1')
  let late = ''
  idle.setEncoding('utf8').on('data', (part: string) => (late += part))
  await once(idle, 'connect')
  idle.write('GET /healthz HTTP/1.1\r\nhost: site\r\n\r\n')
  await once(idle, 'data')

  const closed = closeGently(api.app)
  // Sent before the server ends, and not read by then.
  idle.write('GET /readyz HTTP/1.1\r\nhost: site\r\n\r\n')
  while (api.app.server.listening) await setImmediate()
  line.write('}GET /readyz HTTP/1.1\r\nhost: site\r\n\r\n')
  await once(line, 'close')
  await closed

  expect(late).toContain('"status":"ready"')
  expect(heard).toContain('"code":422')
  expect(heard).toContain('"status":"ready"')
  expect(heard).toMatch(/connection: close/i)
})
