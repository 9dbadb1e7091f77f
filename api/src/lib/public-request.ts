import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import {
  request as requestHttp,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** IPv4 addresses that are not of the public internet (IANA special-purpose registry). */
const PRIVATE = new BlockList()
for (const range of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]) {
  const [network = '', bits] = range.split('/')
  PRIVATE.addSubnet(network, Number(bits), 'ipv4')
}
/** Of IPv6 only global unicast is reached, without the parts that are documentation or carry an IPv4 address. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  PRIVATE.addSubnet(network, bits, 'ipv6')
}

/** Whether an address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIPv6(address)) return GLOBAL.check(address, 'ipv6') && !PRIVATE.check(address, 'ipv6')
  return !PRIVATE.check(address, 'ipv4')
}

class PrivateAddressError extends Error {
  readonly code = 'PRIVATE_ADDRESS'
}

/**
 * `dns.lookup` that fails for a name with a private address. The socket connects to the addresses that are returned
 * here, so that a name which changes its address between a check and the connection (DNS rebinding) gains nothing.
 */
function lookupPublic(
  host: string,
  options: LookupOptions,
  done: (
    error: NodeJS.ErrnoException | null,
    found: string | LookupAddress[],
    family?: number,
  ) => void,
) {
  resolve(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    const hidden = found.find(({ address }) => !isPublicAddress(address))
    if (hidden) return done(new PrivateAddressError(`${host} is ${hidden.address}`), [])
    if (options.all) return done(null, found)
    const [first] = found
    return done(null, first?.address ?? '', first?.family)
  })
}

/**
 * Options of `http.request` that reach the public internet alone; throws for an address in figures that is not of it,
 * which is connected to without a lookup.
 */
export function publicOnly({ hostname }: URL): Pick<RequestOptions, 'lookup'> {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new PrivateAddressError(host)
  return { lookup: lookupPublic as NonNullable<RequestOptions['lookup']> }
}

class NoAnswerError extends Error {
  readonly code = 'ECONNRESET'
}

/**
 * The answer to a request. One that asks to change the protocol (101) is none: Node then closes the connection with
 * neither a response nor an error. `close` comes after both, so that it ends only a request that has had none.
 */
export const answerTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((done, fail) => {
    request
      .on('response', done)
      .on('error', fail)
      .on('close', () => fail(new NoAnswerError('The connection closed without an answer')))
  })

type Bounds = {
  /** Reaches private addresses. */
  readonly isLocal: boolean
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Origin to connect to in place of the one of the address. */
  readonly reachAt?: string | undefined
}

type FetchOptions = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** Statuses whose response must have no body. */
const BODILESS = new Set([204, 205, 304])
const KEPT_HEADERS = ['content-type', 'retry-after'] as const

/**
 * `fetch` for libraries that call servers of others: the whole answer within a time and a length, no redirect followed,
 * no connection kept.
 */
export const boundedFetch =
  ({ isLocal, timeoutMs, maxBytes, reachAt }: Bounds) =>
  async (url: string, { method, headers, body, signal }: FetchOptions): Promise<Response> => {
    const named = new URL(url)
    const target = reachAt === undefined ? named : new URL(named.pathname + named.search, reachAt)
    const limit = AbortSignal.timeout(timeoutMs)
    const options: RequestOptions = {
      method,
      agent: false,
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
      headers: { ...headers, host: named.host },
      ...(!isLocal && publicOnly(target)),
    }
    const open = target.protocol === 'https:' ? requestHttps : requestHttp
    const sent = body instanceof URLSearchParams ? String(body) : body
    const response = await answerTo(open(target, options).end(sent))
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length
      // Leaving the loop destroys the response, and with it the connection.
      if (size > maxBytes) throw new Error(`${named.host} answers with more than ${maxBytes} bytes`)
      chunks.push(chunk)
    }
    const { statusCode: status = 502, headers: given } = response
    const kept = KEPT_HEADERS.flatMap((name) => {
      const value = given[name]
      return value === undefined ? [] : [[name, value] as [string, string]]
    })
    return new Response(BODILESS.has(status) ? null : Buffer.concat(chunks), {
      status,
      headers: kept,
    })
  }
