import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hasNginx } from '../../api/test/nginx-proxy.ts'
import { claimPorts, isFree } from '../../tools/testing/ports.ts'
import { fillIn, prepareNginx } from './nginx.ts'

const PIECE = 1 << 20
const PART = 32 << 10
/** Of a refused piece, what can be sent after the answer: writes before the event loop reports the reset. */
const MOST = PIECE / 4

test('the template keeps the variables that are not of the deployment', () => {
  const template =
    'listen ${LISTEN}; proxy_set_header Host $host; log_format a "${request_uri} ${OTHER}";'
  expect(fillIn(template, { LISTEN: '80' })).toBe(
    'listen 80; proxy_set_header Host $host; log_format a "${request_uri} ${OTHER}";',
  )
})

// Where nginx is not installed, api/test/deployment.test.ts reads the template alone.
if (hasNginx) {
  // Decision 27.
  test('a piece of an upload that is refused need not be sent', async () => {
    const { port, stop } = await nginxBefore((request, answer) => {
      // It reads on, so that nginx does not find it gone before its answer.
      request.once('data', () => answer.writeHead(409).end('no')).resume()
    })
    try {
      const { sent, answer } = await sendPiece(port, 'PATCH', '/files/resume/abc', {
        awaitsAnswer: true,
      })
      expect(sent).toBeLessThan(MOST)
      expect(answer).toMatch(/^HTTP\/1.1 409 /)
      // The reason why a whole file is refused is read after its last byte, so nginx waits for it.
      expect(await sendPiece(port, 'PUT', '/files/upload/abc')).toMatchObject({ sent: PIECE })
    } finally {
      await stop()
    }
  })

  // Decision 54.
  describe('during an upgrade half of the processes have another build of the shell', () => {
    let proxy: Awaited<ReturnType<typeof nginxBefore>>
    const seen: IncomingHttpHeaders[] = []
    const processWith =
      (...files: string[]): RequestListener =>
      ({ url = '', headers }, answer) => {
        seen.push(headers)
        if (files.includes(url))
          answer.writeHead(200, { 'cache-control': 'public, max-age=31536000' }).end('file')
        else answer.writeHead(404, { 'cache-control': 'no-store' }).end('none')
      }
    const get = async (path: string) => {
      const headers = { 'accept-encoding': 'gzip, br', 'x-forwarded-for': '203.0.113.9' }
      return (await fetch(`http://127.0.0.1:${proxy.port}${path}`, { headers })).status
    }

    beforeAll(async () => {
      proxy = await nginxBefore(
        processWith('/assets/js/new.1.js', '/assets/js/new.2.js', '/mfe/a/1.0.0/a.js'),
        processWith('/assets/js/old.1.js', '/mfe/a/1.0.0/a.js'),
      )
    })
    afterAll(() => proxy.stop())
    beforeEach(() => seen.splice(0))

    test('a file that one build has is found and kept', async () => {
      for (const path of ['/assets/js/new.1.js', '/assets/js/old.1.js'])
        for (let index = 0; index < 20; index++) expect(await get(path)).toBe(200)
      expect(seen.length).toBeLessThanOrEqual(4)
    })

    test('a file that neither has is missing at both, which stay in use', async () => {
      for (let index = 0; index < 5; index++) expect(await get('/assets/js/never.1.js')).toBe(404)
      expect(seen).toHaveLength(10)
      expect(await get('/assets/js/new.2.js')).toBe(200)
    })

    test('a file without a hash in its name is asked for each time', async () => {
      for (let index = 0; index < 4; index++) await get('/assets/shell-release.json')
      expect(seen).toHaveLength(4)
    })

    test('the processes learn who asks, and for kept files of one encoding', async () => {
      for (const path of ['/mfe/a/1.0.0/a.js', '/assets/css/never.1.css', '/home']) await get(path)
      const said = seen.map((headers) => [headers['x-forwarded-for'], headers['accept-encoding']])
      expect(said).toEqual(
        ['br', 'br', 'br', 'gzip, br'].map((encoding) => ['127.0.0.1', encoding]),
      )
    })
  })
}

/** nginx with the template, before servers that answer like this. */
async function nginxBefore(...answers: RequestListener[]) {
  const folder = mkdtempSync(join(tmpdir(), 'awards-nginx-'))
  const servers = answers.map((answer) => createServer(answer).listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const [port = 0] = await claimPorts(1)
  const upstreams = servers.map((server) => (server.address() as AddressInfo).port)
  const { command, args } = prepareNginx({ folder, port, upstreams })
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  while (await isFree(port)) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await delay(20)
  }
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
    rmSync(folder, { recursive: true })
  }
  return { port, stop }
}

/**
 * Sends as browsers do: to the end, or until the connection is reset; an answer does not stop it.
 * With `awaitsAnswer` it waits after the first part, so that a slow machine is not taken for a slow refusal.
 */
async function sendPiece(
  port: number,
  method: string,
  path: string,
  { awaitsAnswer = false } = {},
) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let answer = ''
  socket.setEncoding('latin1').on('data', (text) => (answer += String(text)))
  socket.on('error', () => undefined)
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${PIECE}\r\n\r\n`)
  let sent = 0
  for (; sent < PIECE && !socket.destroyed; sent += PART) {
    socket.write(Buffer.alloc(PART))
    if (awaitsAnswer && sent === 0)
      await new Promise((done) => socket.once('end', done).once('close', done))
    else await delay(10)
  }
  socket.destroy()
  return { sent, answer }
}
