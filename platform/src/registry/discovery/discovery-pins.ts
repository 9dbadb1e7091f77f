import {
  isRemoteId,
  parsePins,
  pinnedChannel,
  SHELL_PIN,
  type Channel,
  type DiscoveryDocument,
  type Pin,
  type PinProblem,
  formatPin,
} from '@awards/shared/releases'
import { discoveryEntry } from './discovery.ts'
import type { Release } from '../registry.types.ts'

/** Releases that a request may pin: any, those published as preview, or none. */
export type PinPolicy = 'any' | 'previews' | 'none'

export type PinSources = {
  release(name: string, version: string): Promise<Release | undefined>
  /** The release that this visitor gets in a channel. */
  chosen(channel: Channel, name: string): Promise<Release | undefined>
  /** Whether a release of the remote was ever published. */
  isKnown(name: string): Promise<boolean>
  /** Whether a build of the shell is published and can be read. */
  hasShell(version: string): Promise<boolean>
}

/** The releases of pins that can be held, and why each of the others cannot. */
export type ResolvedPins = {
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
