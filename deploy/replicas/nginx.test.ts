import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { claimPorts, isFree } from '../../tools/testing/ports.ts'
import { prepareNginx } from './nginx.ts'

const PIECE = 1 << 20
const PART = 32 << 10
/** Of a refused piece, what can be sent after the answer: writes before the event loop reports the reset. */
const MOST = PIECE / 4

const hasNginx = spawnSync('nginx', ['-v']).status === 0
// Where nginx is not installed, api/test/deployment.test.ts reads the template alone.
const testWithNginx = hasNginx ? test : test.skip

// Decision 27.
testWithNginx('a piece of an upload that is refused need not be sent', async () => {
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

/** nginx with the template, before a server that answers like this. */
async function nginxBefore(answer: RequestListener) {
  const folder = mkdtempSync(join(tmpdir(), 'awards-nginx-'))
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const [port = 0] = await claimPorts(1)
  const upstreams = [(server.address() as AddressInfo).port]
  const { command, args } = prepareNginx({ folder, port, upstreams })
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  while (await isFree(port)) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    await delay(20)
  }
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
    server.close()
    server.closeAllConnections()
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
