import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a receiver answers one request: a status, or in a way of its own. */
export type Behaviour =
  | number
  | 'hang'
  | 'redirect'
  | 'close'
  | 'upgrade'
  | { readonly retryAfter: string }
  | { readonly acceptAfter: Promise<unknown> }

export type Received = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly behaviour: Behaviour
}

/** Asks to go on in another protocol, which nobody has offered. */
const UPGRADE = 'HTTP/1.1 101 x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'

/** A program that is told what happens; `behave` decides about each request, and accepts by default. */
export async function webhookReceiver() {
  const received: Received[] = []
  const receiver = { behave: (_got: Omit<Received, 'behaviour'>): Behaviour => 204 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const got = { path: request.url ?? '', headers: request.headers, body }
      const behaviour = receiver.behave(got)
      received.push({ ...got, behaviour })
      if (behaviour === 'hang') return
      if (behaviour === 'close') return request.socket.destroy()
      if (behaviour === 'upgrade') return void request.socket.write(UPGRADE)
      if (behaviour === 'redirect') response.setHeader('location', '/elsewhere')
      if (typeof behaviour === 'object' && 'acceptAfter' in behaviour) {
        return void behaviour.acceptAfter.then(() => response.writeHead(204).end())
      }
      if (typeof behaviour === 'object') {
        return response.writeHead(429, { 'retry-after': behaviour.retryAfter }).end()
      }
      response.writeHead(behaviour === 'redirect' ? 307 : behaviour).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    port,
    received,
    receiver,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
