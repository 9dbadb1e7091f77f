import { createHash } from 'node:crypto'
import parse from 'semver/functions/parse.js'
import rcompare from 'semver/functions/rcompare.js'
import {
  containerName,
  discoveryProblems,
  DISCOVERY_SCHEMA,
  MANIFEST_TIMEOUT_MS,
  manifestUrl,
  isRemoteId,
  parsePins,
  pinnedChannel,
  SHELL_PIN,
  formatPin,
  type DeployedVersion,
  type DiscoveryDocument,
  type DiscoveryEntry,
  type Channel,
  type Pin,
  type PinProblem,
} from '@awards/shared/releases'
import type { ChannelRemote, ChannelState, Release } from '../registry.types.ts'

/** One bucket is 0.01 % of the traffic. */
const BUCKETS = 10_000
const BUCKETS_PER_PERCENT = BUCKETS / 100

/**
 * The bucket (0 to 9999) of a visitor for one remote. It depends on remote and visitor only, so that more traffic for a
 * version moves nobody back to the old one.
 */
export const bucketOf = (remote: string, visitor: string): number =>
  createHash('sha256').update(`${remote}:${visitor}`).digest().readUInt32BE(0) % BUCKETS

/** Sorts newest first. Versions that our grammar accepts and semver does not (`1.0.0-007`) come last. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)]
  if (left && right) return rcompare(left, right) || compareTexts(a, b)
  if (left ?? right) return left ? -1 : 1
  return compareTexts(a, b)
}

const compareTexts = (a: string, b: string) => (a === b ? 0 : a < b ? 1 : -1)

/**
 * The version that a visitor gets, independent of the order of `versions`. A visitor who refused the canary cookie
 * (`undefined`) gets the default.
 */
export function chooseVersion(
  remote: string,
  versions: readonly DeployedVersion[],
  visitor: string | undefined,
): DeployedVersion | undefined {
  if (visitor === undefined && isSplit(versions)) return versions.find((one) => one.default)
  const bucket = bucketOf(remote, visitor ?? '')
  let end = 0
  return versions
    .toSorted((a, b) => compareVersions(a.version, b.version))
    .find(({ traffic }) => {
      end += traffic * BUCKETS_PER_PERCENT
      return end > bucket
    })
}

/** Whether a canary runs: more than one version has traffic. */
const isSplit = (versions: readonly DeployedVersion[]): boolean =>
  versions.filter(({ traffic }) => traffic > 0).length > 1

/** Limit of withdrawn versions per remote, which bounds the discovery document. */
export const MAX_WITHDRAWN = 50

/** A channel resolved for one visitor. */
export type Resolved = {
  readonly document: DiscoveryDocument
  /** Releases of the visitor by remote. */
  readonly chosen: ReadonlyMap<string, Release>
  /** Whether all releases of the document are sealed. */
  readonly isSealed: boolean
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
  const isSealed = [...state.values()]
    .flatMap(({ releases }) => [...releases.values()])
    .every((release) => release.isSealed)
  return { document, chosen, isSealed, revisions: revisions.join() }
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

/** Releases that a request may pin: any, those published as preview, or none. */
export type PinPolicy = 'any' | 'previews' | 'none'

type PinSources = {
  release(name: string, version: string): Promise<Release | undefined>
  /** The release that this visitor gets in a channel. */
  chosen(channel: Channel, name: string): Promise<Release | undefined>
  /** Whether a release of the remote was ever published. */
  isKnown(name: string): Promise<boolean>
  /** Whether a build of the shell is published and can be read. */
  hasShell(version: string): Promise<boolean>
}

/** The releases of pins that can be held, and why each of the others cannot. */
type ResolvedPins = {
  readonly releases: readonly Release[]
  /** Version of the pinned shell. */
  readonly shell: string | undefined
  readonly problems: readonly PinProblem[]
}

type Reason = PinProblem['problem']

/** Resolves the `pin` parameter, each pin on its own: one that cannot be held does not take the others with it. */
export async function resolvePins(
  text: string,
  policy: PinPolicy,
  sources: PinSources,
): Promise<ResolvedPins> {
  const { pins, malformed } = parsePins(text)
  if (policy === 'none') {
    const all = [...pins.map(formatPin), ...malformed]
    const problems = all.map((pin) => ({ pin, problem: 'off' as const }))
    return { releases: [], shell: undefined, problems }
  }
  const found = await Promise.all(pins.map((pin) => resolvePin(pin, policy, sources)))
  const problems = [
    ...found.flatMap((one, index) =>
      typeof one === 'string' ? [{ pin: formatPin(pins[index] as Pin), problem: one }] : [],
    ),
    ...malformed.map((pin) => ({ pin, problem: malformedReason(pin) })),
  ]
  const held = found.filter((one) => typeof one !== 'string')
  return {
    releases: held.filter((one) => 'name' in one),
    shell: held.find((one) => 'shell' in one)?.shell,
    problems,
  }
}

/** A pinned build of the shell. */
type HeldShell = { readonly shell: string }

async function resolvePin(
  pin: Pin,
  policy: PinPolicy,
  sources: PinSources,
): Promise<Release | HeldShell | Reason> {
  if (pin.name === SHELL_PIN) {
    // A build of the shell is for testers: it has no previews that staff may see in production.
    if (policy === 'previews') return 'not-preview'
    return (await sources.hasShell(pin.at)) ? { shell: pin.at } : 'unknown-version'
  }
  const channel = pinnedChannel(pin)
  const release = channel
    ? await sources.chosen(channel, pin.name)
    : await sources.release(pin.name, pin.at)
  if (!release) return (await sources.isKnown(pin.name)) ? 'unknown-version' : 'unknown-remote'
  return policy === 'previews' && !release.preview ? 'not-preview' : release
}

function malformedReason(pin: string): Reason {
  const [name = ''] = pin.split('@')
  return isRemoteId(name) || name === SHELL_PIN ? 'unknown-version' : 'unknown-remote'
}

/** Replaces the entries of pinned remotes by the pinned release alone: a pin has no fallback. */
export const withPins = (
  document: DiscoveryDocument,
  releases: readonly Release[],
): DiscoveryDocument => ({
  ...document,
  microFrontends: {
    ...document.microFrontends,
    ...Object.fromEntries(
      releases.map((release) => [
        release.name,
        [discoveryEntry(release, { version: release.version, traffic: 100, default: true })],
      ]),
    ),
  },
})
