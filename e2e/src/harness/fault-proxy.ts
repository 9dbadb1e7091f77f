import {
  createServer,
  request,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to requests on their way; everything else passes. */
export type Fault =
  | { kind: 'none' }
  /** Somebody answers in the server's place: a gateway, a cache, another site. */
  | { kind: 'status'; status: number; body?: string; type?: string }
  /** The connection breaks without an answer. */
  | { kind: 'reset' }
  /** Nobody ever answers, and the connection stays open. */
  | { kind: 'hang' }
  /** The answer comes after the client has given up. */
  | { kind: 'slow'; milliseconds: number }
  /** The server answers, with this envelope. */
  | { kind: 'envelope'; code: number; msg: unknown }
  /** The line breaks when so many bytes of the request's body have passed. */
  | { kind: 'cut'; after: number }
  /** One byte of the answer is another one; `isKept` lets caches keep it as the server said. */
  | { kind: 'flip'; isKept?: boolean }
  /** The answer's text is changed. */
  | { kind: 'rewrite'; change: (text: string) => string }

export const NOT_FOUND: Fault = { kind: 'status', status: 404, body: 'Not found\n' }
export const JSON_ERROR: Fault = {
  kind: 'status',
  status: 500,
  body: '{"error":1}',
  type: 'application/json',
}
/** What a server answers that knows one page only. */
export const HTML_PAGE: Fault = {
  kind: 'status',
  status: 200,
  body: '<!doctype html><html lang="en"><title>Hello</title><p>Hello</p></html>',
  type: 'text/html; charset=utf-8',
}

type Rule = { pattern: RegExp; fault: Fault; left: number }

export type FaultProxy = {
  url: string
  /** Applies to requests of this very path from now on. */
  set(path: string, fault: Fault): void
  /** Applies to paths of this pattern, for a number of times or for ever. The last rule counts. */
  on(pattern: RegExp, fault: Fault, times?: number): void
  clear(): void
  /** Paths that were asked for since the last `clear`, in their order. */
  asked(pattern?: RegExp): string[]
  /** Bytes of bodies that were sent to paths of this pattern since the last `clear`. */
  sent(pattern: RegExp): number
  close(): Promise<void>
}

const escaped = (path: string) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A proxy in front of a site, that can go wrong as networks do. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  let rules: Rule[] = []
  let paths: string[] = []
  let sent: { path: string; bytes: number }[] = []
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url?.split('?')[0] ?? ''
    paths.push(path)
    const body = { path, bytes: 0 }
    sent.push(body)
    incoming.on('data', (part: Buffer) => (body.bytes += part.length))
    incoming.pause()
    const rule = rules.findLast(
      ({ pattern, left, fault }) =>
        // What has no body cannot be cut within it.
        left > 0 && pattern.test(path) && !(fault.kind === 'cut' && incoming.method === 'HEAD'),
    )
    if (rule) rule.left -= 1
    answer(rule?.fault ?? { kind: 'none' }, { incoming, outgoing, target })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const on: FaultProxy['on'] = (pattern, fault, times = Infinity) =>
    void rules.push({ pattern, fault, left: times })
  return {
    url: `http://localhost:${port}`,
    set: (path, fault) => on(new RegExp(`^${escaped(path)}$`), fault),
    on,
    clear: () => {
      rules = []
      paths = []
      sent = []
    },
    sent: (pattern) =>
      sent.reduce((sum, { path, bytes }) => (pattern.test(path) ? sum + bytes : sum), 0),
    asked: (pattern = /./) => paths.filter((path) => pattern.test(path)),
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

type Exchange = { incoming: IncomingMessage; outgoing: ServerResponse; target: string }

function answer(fault: Fault, exchange: Exchange): void {
  const { incoming, outgoing } = exchange
  switch (fault.kind) {
    case 'reset':
      incoming.socket.destroy()
      return
    case 'hang':
      return
    case 'status': {
      const type = fault.type ?? 'text/plain; charset=utf-8'
      outgoing.writeHead(fault.status, { 'content-type': type, 'cache-control': 'no-store' })
      return void outgoing.end(fault.body ?? 'Bad gateway')
    }
    case 'envelope': {
      const { code, msg } = fault
      outgoing.writeHead(200, { 'content-type': 'application/json' })
      return void outgoing.end(JSON.stringify({ code, msg, data: null, trace_id: 'fault' }))
    }
    case 'slow':
      return void setTimeout(() => pass(exchange), fault.milliseconds)
    case 'cut':
      return passUntil(exchange, fault.after)
    case 'flip':
      return pass(exchange, flipped, fault.isKept)
    case 'rewrite':
      return pass(exchange, (body) => Buffer.from(fault.change(body.toString())))
    case 'none':
      return pass(exchange)
  }
}

function flipped(body: Buffer): Buffer {
  const other = Buffer.from(body)
  const middle = Math.floor(other.length / 2)
  other[middle] = (other[middle] ?? 0) ^ 1
  return other
}

function pass(
  { incoming, outgoing, target }: Exchange,
  change?: (body: Buffer) => Buffer,
  isKept = false,
) {
  const headers = { ...incoming.headers }
  if (change) {
    // The answer has to come as it is, and whole.
    delete headers['accept-encoding']
    delete headers['if-none-match']
  }
  const onward = request(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers },
    (reply) => {
      if (change) return void sendChanged(reply, outgoing, { change, isKept })
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.destroy())
  endTogether(incoming, onward)
  incoming.pipe(onward)
}

/**
 * A side that goes in the middle of a request is gone for the other side too. A server may go after its answer: it stops
 * bytes that it does not want by ending the connection.
 */
function endTogether(incoming: IncomingMessage, onward: ClientRequest) {
  incoming.once('close', () => {
    if (!incoming.complete) onward.destroy()
  })
  onward.once('close', () => {
    if (!incoming.complete) incoming.socket.destroySoon()
  })
}

/**
 * Passes the body on up to a byte; then both sides find the other gone. The server does so first: the client asks how
 * far it came only when the server has read everything that passed, however slow the machine is.
 */
function passUntil({ incoming, outgoing, target }: Exchange, after: number) {
  const onward = request(
    new URL(incoming.url ?? '/', target),
    { method: incoming.method, headers: incoming.headers },
    (reply) => {
      if (isCut) return void reply.resume()
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.destroy())
  endTogether(incoming, onward)
  let passed = 0
  let isCut = false
  incoming.on('data', (part: Buffer) => {
    const left = after - passed
    passed += part.length
    if (part.length < left) return void onward.write(part)
    incoming.removeAllListeners('data')
    isCut = true
    onward.write(part.subarray(0, left), () => {
      onward.once('close', () => incoming.socket.destroy())
      onward.socket?.end()
    })
  })
  incoming.on('end', () => onward.end())
  incoming.resume()
}

async function sendChanged(
  reply: IncomingMessage,
  outgoing: ServerResponse,
  { change, isKept }: { change: (body: Buffer) => Buffer; isKept: boolean },
) {
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  const body = change(Buffer.concat(parts))
  const headers = { ...reply.headers, 'content-length': String(body.length) }
  delete headers.etag
  delete headers['transfer-encoding']
  outgoing.writeHead(reply.statusCode ?? 502, {
    ...headers,
    ...(!isKept && { 'cache-control': 'no-store' }),
  })
  outgoing.end(body)
}
