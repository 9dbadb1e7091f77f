import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  MANIFEST_FILE,
  type RemoteRoute,
  containerName,
  DISCOVERY_SCHEMA,
  type DiscoveryDocument,
  type DiscoveryEntry,
  EXPOSED,
  manifestUrl,
  parseDiscovery,
} from '@awards/shared/releases'
import { CommandError } from '../command.ts'

/** Rewrites a cookie of the deployed site for localhost. */
export function localCookie(cookie: string): string {
  const withoutDomain = cookie.replace(/;\s*domain=[^;]*/i, '')
  // Prefixed names require Secure, which browsers accept for localhost.
  if (/^__(Host|Secure)-/.test(cookie)) return withoutDomain
  return withoutDomain
    .replace(/;\s*secure(?=;|$)/i, '')
    .replace(/;\s*samesite=none/i, '; SameSite=Lax')
}

/** Rewrites cookies and redirects of the deployed site's response for localhost. */
export function adaptResponse(answer: IncomingMessage, target: string) {
  const { headers } = answer
  const cookies = headers['set-cookie']
  if (cookies) headers['set-cookie'] = cookies.map(localCookie)
  const { location } = headers
  if (location && URL.canParse(location) && new URL(location).origin === target) {
    headers.location = location.slice(target.length) || '/'
  }
  delete headers['strict-transport-security']
}

const sameOrigin = (address: string, own: string, target: string) =>
  URL.canParse(address) && new URL(address).origin === own
    ? target + address.slice(own.length)
    : address

/** Rewrites Origin and Referer of a request for the deployed site. */
export function adaptRequest(request: IncomingMessage, own: string, target: string) {
  const { origin, referer } = request.headers
  if (origin) request.headers.origin = sameOrigin(origin, own, target)
  if (referer) request.headers.referer = sameOrigin(referer, own, target)
}

const ENTRY = 'remoteEntry.js'

const digest = (bytes: string | Uint8Array) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

export type SealedManifest = { readonly text: string; readonly integrity: string }

async function read(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(120_000) })
  if (answer.ok) return answer.bytes()
  throw new CommandError(`The remote does not compile; the messages of the build say why (${url}).`)
}

/**
 * Completes the manifest of a working copy as a release build does: with its routes and the digest of its entry,
 * which the shell verifies. `folder` is the URL of the development server's files.
 */
export async function sealManifest(
  folder: string,
  { version, routes }: { version: string; routes: readonly RemoteRoute[] },
): Promise<SealedManifest> {
  const [bytes, entry] = await Promise.all([read(folder + MANIFEST_FILE), read(folder + ENTRY)])
  const manifest = JSON.parse(Buffer.from(bytes).toString()) as {
    metaData: { buildInfo: Record<string, unknown> }
  }
  manifest.metaData.buildInfo['buildVersion'] = version
  const text = JSON.stringify({ ...manifest, routes, integrity: { [ENTRY]: digest(entry) } })
  return { text, integrity: digest(text) }
}

/** The working copy as listed in the discovery document. */
export type Local = {
  readonly name: string
  readonly version: string
  readonly integrity: string
  readonly routes: readonly RemoteRoute[]
  readonly contract: string
}

const entryOf = ({ name, version, integrity, routes, contract }: Local): DiscoveryEntry => ({
  url: manifestUrl(name, version),
  metadata: { version, integrity },
  deployment: { traffic: 100, default: true },
  extras: {
    modulefederation: {
      name: containerName(name),
      exposes: [EXPOSED],
      routes: [...routes],
      kind: 'primary',
      contract,
      timeoutMs: 6e4,
      prefetch: [],
      withdrawn: [],
    },
  },
})

const isDocument = (value: unknown): value is DiscoveryDocument =>
  typeof value === 'object' && value !== null && 'microFrontends' in value

/** Replaces all releases of the remote in a discovery document by the working copy. */
export function rewriteDiscovery(text: string, local: Local): string {
  const value: unknown = JSON.parse(text)
  // A response to pins wraps the document, beside the errors of the pins.
  if (!isDocument(value)) return text
  const microFrontends = { ...value.microFrontends, [local.name]: [entryOf(local)] }
  parseDiscovery({ schema: DISCOVERY_SCHEMA, microFrontends: { [local.name]: [entryOf(local)] } })
  return JSON.stringify({ ...value, microFrontends })
}

const INLINED = /(<script\b[^>]*\bid="discovery"[^>]*>)([\s\S]*?)(<\/script>)/

/** The same in a document, which also announces files of the release that is not used now. */
export function rewriteDocument(html: string, local: Local): string {
  const announced = new RegExp(`<link\\b[^>]*\\bhref="/mfe(?:-b)?/${local.name}/[^>]*>\\s*`, 'g')
  return html
    .replace(announced, '')
    .replace(INLINED, (_whole, open: string, text: string, close: string) => {
      const rewritten = rewriteDiscovery(text, local).replaceAll('<', '\\u003c')
      return open + rewritten + close
    })
}

/** Does a path lead to a page of the working copy, of which the deployed site may know nothing yet? */
export function hasPage(routes: readonly RemoteRoute[], path: string): boolean {
  const asked = path.toLowerCase().split('/').filter(Boolean)
  return routes.some((route) => {
    const wanted = route.path.toLowerCase().split('/').filter(Boolean)
    const isAt = (part: string, index: number) => part.startsWith(':') || part === asked[index]
    return wanted.length === asked.length && wanted.every(isAt)
  })
}
