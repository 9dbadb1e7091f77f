import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './simulated-wallet.ts'

type PlannedKill = { afterMs: number; kill: () => Promise<void>; done: () => void }

/**
 * A proxy for payment notifications. After `killAtNext` it forwards the next one completely, kills the site after a delay,
 * and drops the response.
 */
export async function deadlyProxy(target: string) {
  let plannedKill: PlannedKill | undefined
  let acknowledged = 0
  let took = 0

  function forward(body: Buffer, incoming: IncomingMessage, outgoing: ServerResponse) {
    const current = plannedKill
    const begin = performance.now()
    plannedKill = undefined
    const upstream = request(
      new URL('/api/wxpay/notify', target),
      { method: 'POST', headers: incoming.headers },
      (reply) => {
        reply.resume()
        if (current) return
        if (reply.statusCode === 204) {
          acknowledged += 1
          took = performance.now() - begin
        }
        outgoing.writeHead(reply.statusCode ?? 502).end()
      },
    )
    upstream.on('error', () => {
      if (!current) outgoing.writeHead(502).end()
    })
    upstream.end(body, () => {
      if (!current) return
      setTimeout(() => {
        void current.kill().then(() => {
          incoming.socket.destroy()
          current.done()
        })
      }, current.afterMs)
    })
  }

  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    forward(Buffer.concat(parts), incoming, outgoing)
  })
  const url = await listen(server)
  return {
    url: `${url}/notify`,
    acknowledged: () => acknowledged,
    /** Milliseconds of the last acknowledged notification. */
    took: () => took,
    /** Arms the kill; resolves when the site is killed. */
    killAtNext: (afterMs: number, kill: () => Promise<void>) =>
      new Promise<void>((done) => {
        plannedKill = { afterMs, kill, done }
      }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
