import {
  containerName,
  discoveryProblems,
  DISCOVERY_SCHEMA,
  MANIFEST_TIMEOUT_MS,
  manifestUrl,
  type DeployedVersion,
  type DiscoveryDocument,
  type DiscoveryEntry,
} from '@awards/shared/releases'
import { chooseVersion, isSplit } from './canary.ts'
import type { ChannelRemote, ChannelState, Release } from '../registry.types.ts'

/** Limit of withdrawn versions per remote, which bounds the discovery document. */
export const MAX_WITHDRAWN = 50

/** A channel resolved for one visitor. */
export type Resolved = {
  readonly document: DiscoveryDocument
  /** Releases of the visitor by remote. */
  readonly chosen: ReadonlyMap<string, Release>
  /** Revisions of the deployments; part of the ETag, so that a change back to an equal document counts as a change. */
  readonly revisions: string
}

/** Whether a canary runs for some remote of the channel. */
export const hasCanary = (state: ChannelState): boolean =>
  [...state.values()].some(({ versions }) => isSplit(versions))

/** An entry of the discovery document. */
export function discoveryEntry(
  release: Release,
  { traffic, default: isDefault }: DeployedVersion,
  withdrawn: readonly string[] = [],
): DiscoveryEntry {
  const { name, version, integrity, exposes, routes, menu, contract } = release
  return {
    url: manifestUrl(name, version),
    fallbackUrl: manifestUrl(name, version, '/mfe-b'),
    metadata: { version, integrity },
    deployment: { traffic, default: isDefault },
    extras: {
      modulefederation: {
        name: containerName(name),
        exposes: [...exposes],
        // The query is the server's own matter.
        routes: routes.map(({ query: _query, ...route }) => route),
        // Left out where there is none: tabs with a shell of before know no menus.
        ...(menu.length > 0 && { menu: [...menu] }),
        kind: 'primary',
        contract,
        timeoutMs: MANIFEST_TIMEOUT_MS,
        prefetch: [],
        withdrawn: withdrawn.slice(-MAX_WITHDRAWN),
      },
    },
  }
}

/**
 * Lists every version of the deployment with its traffic: the visitor's own first, then the default, then the others.
 * Only the order differs between visitors: the traffic always adds up to 100 and one entry is the default.
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
 * Resolves a channel for a visitor (`undefined`: no canary). Leaves out a remote with invalid data and reports it to
 * `note`, since the browser's strict parser would refuse the whole document.
 */
export function resolveChannel(
  state: ChannelState,
  visitor: string | undefined,
  onProblem: (remote: string, problem: string) => void = () => undefined,
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
      onProblem(remote.name, problem ?? 'nothing is deployed')
      continue
    }
    document.microFrontends[remote.name] = entries
    chosen.set(remote.name, release)
    revisions.push(`${remote.name}:${remote.revision}`)
  }
  return { document, chosen, revisions: revisions.join() }
}

/** Caches the validation per state of a remote; the order of entries, which differs by visitor, does not matter. */
const problemCache = new WeakMap<ChannelRemote, string>()

function problemOf(remote: ChannelRemote, entries: DiscoveryEntry[]): string | undefined {
  const problem = problemCache.get(remote) ?? validateEntries(remote.name, entries)
  problemCache.set(remote, problem)
  return problem || undefined
}

/** Validates the entries of a remote with the browser's schema; empty if they are valid. */
function validateEntries(name: string, entries: DiscoveryEntry[]): string {
  const document = { schema: DISCOVERY_SCHEMA, microFrontends: { [name]: entries } }
  return discoveryProblems(document).join('; ')
}
