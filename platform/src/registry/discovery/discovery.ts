import {
  containerName,
  discoveryProblems,
  DISCOVERY_SCHEMA,
  MANIFEST_TIMEOUT_MS,
  manifestUrl,
  type DeployedVersion,
  type DiscoveryDocument,
  type DiscoveryEntry,
} from '@awards/shared/platform'
import { chooseVersion, isSplit } from './canary.ts'
import type { ChannelRemote, ChannelState, Release } from '../registry.types.ts'

const MOST_WITHDRAWN = 50

/** What one visitor gets of a channel. */
export type Resolved = {
  readonly document: DiscoveryDocument
  /** The releases that the visitor gets, by remote. */
  readonly chosen: ReadonlyMap<string, Release>
  /** Revisions of the deployments: a change that leads to the same document is still a change. */
  readonly revisions: string
}

/** Whether some remote of the channel is given to visitors in more than one version. */
export const hasCanary = (state: ChannelState): boolean =>
  [...state.values()].some(({ versions }) => isSplit(versions))

/** An entry of the document. */
export function discoveryEntry(
  release: Release,
  { traffic, default: isDefault }: DeployedVersion,
  withdrawn: readonly string[] = [],
): DiscoveryEntry {
  const { name, version, integrity, exposes, routes, contract } = release
  return {
    url: manifestUrl(name, version),
    fallbackUrl: manifestUrl(name, version, '/mfe-b'),
    metadata: { version, integrity },
    deployment: { traffic, default: isDefault },
    extras: {
      modulefederation: {
        name: containerName(name),
        exposes: [...exposes],
        routes: [...routes],
        kind: 'primary',
        contract,
        timeoutMs: MANIFEST_TIMEOUT_MS,
        prefetch: [],
        withdrawn: withdrawn.slice(-MOST_WITHDRAWN),
      },
    },
  }
}

/**
 * Every version of the deployment is listed, with the traffic it has there: the visitor's own first,
 * then the default, then the others as they are written. So the document is as true as the deployment
 * (the traffic adds up, one is the default), and two visitors differ in the order alone.
 */
function entriesOf(remote: ChannelRemote, first: DeployedVersion): DiscoveryEntry[] {
  const rank = (one: DeployedVersion) => (one === first ? 0 : one.default ? 1 : 2)
  return remote.versions
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((one) => {
      const release = remote.releases.get(one.version)
      return release ? [discoveryEntry(release, one, remote.withdrawn)] : []
    })
}

/**
 * Resolves a channel for a visitor, or for somebody who takes part in no canary (`undefined`). A remote whose records are damaged is left out and told to `note`:
 * the strict reader in the browser would refuse the whole document for it.
 */
export function resolveChannel(
  state: ChannelState,
  visitor: string | undefined,
  note: (remote: string, problem: string) => void = () => undefined,
): Resolved {
  const document: DiscoveryDocument = { schema: DISCOVERY_SCHEMA, microFrontends: {} }
  const chosen = new Map<string, Release>()
  const revisions: string[] = []
  for (const remote of state.values()) {
    const first = chooseVersion(remote.name, remote.versions, visitor)
    const release = first && remote.releases.get(first.version)
    const entries = first ? entriesOf(remote, first) : []
    const problem = problemOf(remote, entries)
    if (!release || problem) {
      note(remote.name, problem ?? 'nothing is deployed')
      continue
    }
    document.microFrontends[remote.name] = entries
    chosen.set(remote.name, release)
    revisions.push(`${remote.name}:${remote.revision}`)
  }
  return { document, chosen, revisions: revisions.join() }
}

/** What was found out about each state of a remote; the order, which differs by visitor, has no say. */
const examined = new WeakMap<ChannelRemote, string>()

function problemOf(remote: ChannelRemote, entries: DiscoveryEntry[]): string | undefined {
  const known = examined.get(remote) ?? examine(remote.name, entries)
  examined.set(remote, known)
  return known || undefined
}

/** What is wrong with the entries of a remote; empty when they are as the browser wants them. */
function examine(name: string, entries: DiscoveryEntry[]): string {
  const document = { schema: DISCOVERY_SCHEMA, microFrontends: { [name]: entries } }
  return discoveryProblems(document).join('; ')
}
