import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { registryPaths } from '@awards/shared/releases'
import { archiveOf, releaseFixture } from '../../../../api/test/release-fixture.ts'
import { tokenHolder } from '../../../../api/test/registry-caller.ts'
import { testApi } from '../../../../api/test/test-api.ts'
import { drain, ARCHIVE_LIMITS } from './release-files.ts'

const api = await testApi()
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const put = registryPaths.version('mf-bomb', '1.0.0')
let port = 0

beforeAll(async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  port = (api.app.server.address() as AddressInfo).port
})
afterAll(() => agent.destroy())

type Sent = { method: string; path: string; headers?: Record<string, string>; body?: Buffer }

/** Sends a request on this file's only connection, as a proxy's pool reuses one for other visitors. */
function send({ method, path, headers = {}, body }: Sent) {
  const signal = AbortSignal.timeout(60_000)
  return new Promise<{ status: number; text: string; isReused: boolean }>((resolve, reject) => {
    const sent = request({ agent, port, method, path, headers, signal }, (answer) => {
      answer
        .toArray()
        .then((chunks) =>
          resolve({
            status: answer.statusCode ?? 0,
            text: Buffer.concat(chunks as Buffer[]).toString('utf8'),
            isReused: sent.reusedSocket,
          }),
        )
        .catch(reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** An archive that is refused at its first file, with megabytes to follow. */
const bomb = () =>
  archiveOf(releaseFixture('mf-bomb', '1.0.0'), [
    { name: 'js/bomb.js', content: Buffer.alloc(100 * 1024 * 1024) },
    { name: 'js/rest.js', content: randomBytes(8 * 1024 * 1024) },
  ])

test.each([
  ['that unpacks to more than is allowed', bomb],
  ['that is none', async () => randomBytes(8 * 1024 * 1024)],
])(
  'S3: after an archive %s the next request on the connection is answered',
  async (_what, make) => {
    proves('security 40')
    const { token } = await tokenHolder(api, '*', 'CI')
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/gzip' }
    const refused = await send({ method: 'PUT', path: put, headers, body: await make() })
    expect(refused.status).toBe(422)
    const next = await send({ method: 'GET', path: '/healthz' })
    expect(next).toMatchObject({ status: 200, isReused: true })
  },
)

test('S3: drains no more than the limit of an archive, then closes the connection', async () => {
  const endless = new Readable({
    read() {
      this.push(Buffer.alloc(1024 * 1024))
    },
  })
  expect(await drain(endless)).toBe(false)
  const short = Readable.from([Buffer.alloc(ARCHIVE_LIMITS.packedBytes)])
  expect(await drain(short)).toBe(true)
  expect(await drain(short)).toBe(true)
})
