import { assertIntegrity, assertTrusted } from './policy.ts'

/** One release of a remote, as the server resolved it for this visitor. */
export type Release = { name: string; version: string; manifestUrl: string; integrity: string }

type DiscoveryDocument = {
  microFrontends?: Record<
    string,
    { url: string; metadata: { version: string; integrity: string } }[]
  >
}

const ELEMENT_ID = 'discovery'
const VERSION = /^\d+\.\d+\.\d+(-[0-9a-z.-]{1,40})?$/

let known: DiscoveryDocument | undefined

const inlined = (): DiscoveryDocument | undefined => {
  const text = document.getElementById(ELEMENT_ID)?.textContent
  return text ? (JSON.parse(text) as DiscoveryDocument) : undefined
}

async function fetched(): Promise<DiscoveryDocument> {
  const response = await fetch('/discovery.json', { cache: 'no-cache' })
  if (!response.ok) throw new Error(`discovery answered ${response.status}`)
  return (await response.json()) as DiscoveryDocument
}

/**
 * The release of a remote. The document carries the discovery; a `fresh` one is fetched, so that a
 * retry finds a release that was published or restored meanwhile.
 */
export async function discoverRelease(name: string, { fresh = false } = {}): Promise<Release> {
  if (fresh || !known) known = (fresh ? undefined : inlined()) ?? (await fetched())
  const entry = known.microFrontends?.[name]?.[0]
  if (!entry) throw new Error(`no release of ${name} is published`)
  const { version, integrity } = entry.metadata
  if (!VERSION.test(version)) throw new Error(`${version} is not a version`)
  const manifestUrl = assertTrusted(entry.url, name, version).href
  return { name, version, manifestUrl, integrity: assertIntegrity(integrity, manifestUrl) }
}
