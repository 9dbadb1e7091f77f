import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns'
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { errorCode } from '../../lib/errors.ts'
import { WEBHOOK_TIMEOUT_MS } from '../../lib/standard-webhooks.ts'

/** How a try ended; the log of the endpoint names it. */
export const OUTCOMES = [
  'delivered',
  'refused',
  'gone',
  'redirect',
  'timeout',
  'private_address',
  'unknown_host',
  'unreachable',
  'broken_off',
] as const
export type Outcome = (typeof OUTCOMES)[number]
export type Attempt = { readonly outcome: Outcome; readonly status: number | null }

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

export type Post = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Reaches private addresses; for development. */
  readonly isLocal: boolean
  readonly signal: AbortSignal
  readonly timeoutMs?: number
}

/**
 * POSTs a webhook. A redirect is not followed, since it could leave the address that the owner has named; the body of
 * an answer is not read. Throws only if `signal` aborts.
 */
export async function postWebhook(post: Post): Promise<Attempt> {
  const limit = AbortSignal.timeout(post.timeoutMs ?? WEBHOOK_TIMEOUT_MS)
  try {
    return attemptOf(await send(post, AbortSignal.any([limit, post.signal])))
  } catch (error) {
    post.signal.throwIfAborted()
    return { outcome: limit.aborted ? 'timeout' : problemOf(error), status: null }
  }
}

function send({ url, headers, body, isLocal }: Post, signal: AbortSignal): Promise<number> {
  const target = new URL(url)
  const host = target.hostname.replace(/^\[|\]$/g, '')
  // An address in figures is connected to without a lookup.
  if (!isLocal && isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new PrivateAddressError(host)
  }
  const options: RequestOptions = {
    method: 'POST',
    // A connection of its own: none that was opened before an address changed.
    agent: false,
    signal,
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'DesignAwards-Webhooks/1',
      ...headers,
    },
    ...(!isLocal && { lookup: lookupPublic as NonNullable<RequestOptions['lookup']> }),
  }
  return new Promise((done, fail) => {
    const answered = (response: IncomingMessage) => {
      response.destroy()
      done(response.statusCode ?? 0)
    }
    const open = target.protocol === 'https:' ? requestHttps : requestHttp
    open(target, options, answered).on('error', fail).end(body)
  })
}

function attemptOf(status: number): Attempt {
  if (status >= 200 && status < 300) return { outcome: 'delivered', status }
  if (status >= 300 && status < 400) return { outcome: 'redirect', status }
  return { outcome: status === 410 ? 'gone' : 'refused', status }
}

function problemOf(error: unknown): Outcome {
  const code = errorCode(error)
  if (code === 'PRIVATE_ADDRESS') return 'private_address'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code?.startsWith('HPE_')) return 'broken_off'
  return 'unreachable'
}
