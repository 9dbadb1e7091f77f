import type { Entry } from './manifest.ts'

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
