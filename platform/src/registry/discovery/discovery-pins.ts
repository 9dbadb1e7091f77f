import {
  isRemoteId,
  parsePins,
  pinnedChannel,
  type Channel,
  type DiscoveryDocument,
  type Pin,
  type PinProblem,
  formatPin,
} from '@awards/shared/platform'
import { discoveryEntry } from './discovery.ts'
import type { Release } from '../registry.types.ts'

/** Whether pins are held for whoever asks: any release, those marked as preview, or none. */
export type PinPolicy = 'any' | 'previews' | 'none'

export type PinSources = {
  release(name: string, version: string): Promise<Release | undefined>
  /** What a channel gives this visitor. */
  chosen(channel: Channel, name: string): Promise<Release | undefined>
  /** Whether any release of a remote was ever published. */
  isKnown(name: string): Promise<boolean>
}

export type HeldPins =
  | { readonly releases: readonly Release[]; readonly problems?: never }
  | { readonly problems: readonly PinProblem[] }

type Reason = PinProblem['problem']

/**
 * Finds the releases that a text of pins names. One pin that cannot be held spoils them all: a tester
 * who sees some of the pinned releases would draw the wrong conclusions.
 */
export async function holdPins(
  text: string,
  policy: PinPolicy,
  sources: PinSources,
): Promise<HeldPins> {
  const { pins, malformed } = parsePins(text)
  if (policy === 'none') {
    const all = [...pins.map(formatPin), ...malformed]
    return { problems: all.map((pin) => ({ pin, problem: 'off' as const })) }
  }
  const found = await Promise.all(pins.map((pin) => hold(pin, policy, sources)))
  const problems = [
    ...found.flatMap((one, index) =>
      typeof one === 'string' ? [{ pin: formatPin(pins[index] as Pin), problem: one }] : [],
    ),
    ...malformed.map((pin) => ({ pin, problem: malformedReason(pin) })),
  ]
  if (problems.length > 0) return { problems }
  return { releases: found.filter((one) => typeof one !== 'string') }
}

async function hold(pin: Pin, policy: PinPolicy, sources: PinSources): Promise<Release | Reason> {
  const channel = pinnedChannel(pin)
  const release = channel
    ? await sources.chosen(channel, pin.name)
    : await sources.release(pin.name, pin.at)
  if (!release) return (await sources.isKnown(pin.name)) ? 'unknown-version' : 'unknown-remote'
  return policy === 'previews' && !release.preview ? 'not-preview' : release
}

const malformedReason = (pin: string): Reason =>
  isRemoteId(pin.split('@')[0] ?? '') ? 'unknown-version' : 'unknown-remote'

/** The document with the pinned remotes at their releases, and at these alone: a pin has no fallback. */
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
