import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from './simulated-wallet.ts'

type Death = { afterMs: number; kill: () => Promise<void>; done: () => void }

/**
 * Carries notifications to a site. Once told so it lets the next one arrive whole, kills the site a
 * little later, and loses the answer, whether there was one or not.
 */
export async function deadlyProxy(target: string) {
  let death: Death | undefined
  let acknowledged = 0
  let took = 0

  function carry(body: Buffer, incoming: IncomingMessage, outgoing: ServerResponse) {
    const fate = death
    const begin = performance.now()
    death = undefined
    const onward = request(
      new URL('/api/wxpay/notify', target),
      { method: 'POST', headers: incoming.headers },
      (reply) => {
        reply.resume()
        if (fate) return
        if (reply.statusCode === 204) {
          acknowledged += 1
          took = performance.now() - begin
        }
        outgoing.writeHead(reply.statusCode ?? 502).end()
      },
    )
    onward.on('error', () => {
      if (!fate) outgoing.writeHead(502).end()
    })
    onward.end(body, () => {
      if (!fate) return
      setTimeout(() => {
        void fate.kill().then(() => {
          incoming.socket.destroy()
          fate.done()
        })
      }, fate.afterMs)
    })
  }

  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    carry(Buffer.concat(parts), incoming, outgoing)
  })
  const url = await listen(server)
  return {
    url: `${url}/notify`,
    acknowledged: () => acknowledged,
    /** Milliseconds that the site took for the last one. */
    took: () => took,
    /** Resolves when the site is dead. */
    killAtNext: (afterMs: number, kill: () => Promise<void>) =>
      new Promise<void>((done) => {
        death = { afterMs, kill, done }
      }),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
