import { containerName, isLoadable, type LoadableManifest } from '@awards/shared/releases'
import { classify, LoadError } from '../failures/remote-error.ts'
import { assertIntegrity, assertTrusted, readVerified } from '../trust/policy.ts'

/** A release's manifest at one of its places. */
type ManifestAddress = {
  readonly name: string
  readonly version: string
  readonly url: string
  readonly integrity: string
  readonly timeoutMs: number
}

/** What the loader takes from a release's manifest. */
export type Entry = {
  readonly url: string
  readonly integrity: string
  readonly globalName: string
  /** Modules that it takes from the shell. */
  readonly shared: LoadableManifest['shared']
  /** Whether the page of a route is made of antd's components. */
  readonly usesAntd: (path: string | undefined) => boolean
}

/** Icons of antd take the nonce of their styles from it too. */
const ICON_BASE = '@awards/shared/icon-base'

/** Of a release whose manifest does not list its pages of antd, all are, if it takes any component of it. */
function antdPages({ antdPages: pages, shared }: LoadableManifest): Entry['usesAntd'] {
  if (pages) return (path) => path !== undefined && pages.includes(path.replace(/^\//, ''))
  const hasAntd = shared.some(({ name }) => name.startsWith('antd/') || name === ICON_BASE)
  return () => hasAntd
}

async function fetchManifest({ url, integrity, timeoutMs }: ManifestAddress, signal: AbortSignal) {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    if (response.ok) return await readVerified(response, integrity)
    const { status } = response
    throw new LoadError({ phase: 'manifest', kind: 'http', status, url }, `${url}: ${status}`)
  } catch (cause) {
    if (cause instanceof LoadError) throw cause
    throw new LoadError({ ...classify(cause), phase: 'manifest', url }, `${url}: ${cause}`, {
      cause,
    })
  }
}

function parseManifest(text: string, { name, url }: ManifestAddress) {
  const refuse = (phase: 'manifest' | 'policy', reason: string) =>
    new LoadError({ phase, kind: 'invalid', url }, `${url} ${reason}`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw refuse('manifest', 'is not JSON')
  }
  if (!isLoadable(json)) throw refuse('manifest', 'is not a manifest')
  const { globalName, publicPath } = json.metaData
  if (publicPath !== 'auto') throw refuse('policy', `wants its files from ${publicPath}`)
  if (!globalName.startsWith(containerName(name))) throw refuse('policy', `is not of ${name}`)
  return json
}

/** Fetches the manifest and checks it against the digest that discovery gave. */
export async function readManifest(address: ManifestAddress, signal: AbortSignal): Promise<Entry> {
  const { name, version } = address
  assertIntegrity(address.integrity, address.url)
  const base = assertTrusted(address.url, name, version).href
  const text = await fetchManifest({ ...address, url: base }, signal)
  const manifest = parseManifest(text, address)
  const { remoteEntry, globalName } = manifest.metaData
  const file = [remoteEntry.path, remoteEntry.name].filter(Boolean).join('/')
  const url = assertTrusted(new URL(file, base).href, name, version).href
  return {
    url,
    integrity: assertIntegrity(manifest.integrity[file], url),
    globalName,
    shared: manifest.shared,
    usesAntd: antdPages(manifest),
  }
}

/** A node of the graph that the devtools of Module Federation draw, by its name and version. */
type ModuleInfo = {
  version: string
  remoteEntry: string
  globalName: string
  /** Releases that it runs, by the name of their container. */
  remotesInfo: Record<string, { matchedVersion: string }>
  shared: { sharedName: string; version: string }[]
  modules: { moduleName: string; modulePath: string }[]
}
type Federated = {
  __FEDERATION__?: { moduleInfo: Record<string, ModuleInfo | undefined> }
}

const HOST = 'shell'
const NODE = { version: '', remoteEntry: '', globalName: HOST, shared: [], modules: [] }

/**
 * Notes a release that runs, where the devtools of Module Federation look for the graph. The runtime would note what it
 * reads of manifests by itself; here the loader reads them, since they have to be verified first.
 */
export function noteInGraph(
  container: string,
  version: string,
  { url, globalName, shared }: Pick<Entry, 'url' | 'globalName' | 'shared'>,
) {
  const graph = (globalThis as Federated).__FEDERATION__?.moduleInfo
  if (!graph) return
  const { remotesInfo } = graph[HOST] ?? { remotesInfo: {} }
  graph[HOST] = {
    ...NODE,
    remotesInfo: { ...remotesInfo, [container]: { matchedVersion: version } },
  }
  graph[`${container}:${version}`] = {
    version,
    remoteEntry: url,
    globalName,
    remotesInfo: {},
    shared: shared.map(({ name, version: built = '' }) => ({ sharedName: name, version: built })),
    modules: [{ moduleName: 'routes', modulePath: './routes' }],
  }
}
