import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to calls of the API on their way; everything else passes. */
export type Fault =
  | { kind: 'none' }
  /** A gateway answers in the server's place. */
  | { kind: 'status'; status: number }
  /** The connection breaks without an answer. */
  | { kind: 'reset' }
  /** The answer comes after the client has given up. */
  | { kind: 'slow'; milliseconds: number }
  /** The server answers, with this envelope. */
  | { kind: 'envelope'; code: number; msg: unknown }

export type FaultProxy = {
  url: string
  /** Applies to calls of this path from now on. */
  set(path: string, fault: Fault): void
  clear(): void
  close(): Promise<void>
}

/** A proxy in front of a site, that can go wrong as networks do. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  const faults = new Map<string, Fault>()
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url?.split('?')[0] ?? ''
    const fault = faults.get(path) ?? { kind: 'none' }
    if (fault.kind === 'reset') return void incoming.socket.destroy()
    if (fault.kind === 'status') return void outgoing.writeHead(fault.status).end('Bad gateway')
    if (fault.kind === 'envelope') {
      const { code, msg } = fault
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      return void outgoing.end(JSON.stringify({ code, msg, data: null, trace_id: 'fault' }))
    }
    const pass = () => {
      const onward = request(
        new URL(incoming.url ?? '/', target),
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        },
      )
      onward.on('error', () => outgoing.destroy())
      incoming.pipe(onward)
    }
    if (fault.kind === 'slow') setTimeout(pass, fault.milliseconds)
    else pass()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    set: (path, fault) => void faults.set(path, fault),
    clear: () => faults.clear(),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
