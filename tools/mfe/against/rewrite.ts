import {
  containerName,
  DISCOVERY_SCHEMA,
  type DiscoveryDocument,
  type DiscoveryEntry,
  EXPOSED,
  manifestUrl,
  parseDiscovery,
  type RemoteRoute,
} from '@awards/shared/releases'

/** The working copy, as the shell gets to know it. */
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

/** Puts the working copy in the place of all releases of its remote. */
export function rewriteDiscovery(text: string, local: Local): string {
  const value: unknown = JSON.parse(text)
  // An answer to pins carries the document beside what is wrong with them.
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
