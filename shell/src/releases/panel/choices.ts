import { formatPin, type Pin, type PlatformOverview } from '@awards/shared/releases'

export type Remote = PlatformOverview['remotes'][number]
export type Release = Remote['versions'][number]

/** Pinned version or channel by remote; remotes without an entry follow discovery. */
export type Choices = Readonly<Record<string, string>>

export const choicesOf = (pins: readonly Pin[]): Choices =>
  Object.fromEntries(pins.map(({ name, at }) => [name, at]))

export const pinsOf = (choices: Choices): Pin[] =>
  Object.entries(choices).map(([name, at]) => ({ name, at }))

/** Holds a remote at something else; without `at` lets it go. */
export function choose(choices: Choices, name: string, at: string | undefined): Choices {
  const { [name]: _before, ...others } = choices
  return at === undefined ? others : { ...others, [name]: at }
}

/** Remotes whose choice is another than the one this tab runs with. */
export function changesOf(pins: readonly Pin[], choices: Choices): string[] {
  const before = new Set(pins.map(formatPin))
  const after = new Set(pinsOf(choices).map(formatPin))
  const changed = [...pins, ...pinsOf(choices)].filter(
    (pin) => before.has(formatPin(pin)) !== after.has(formatPin(pin)),
  )
  return [...new Set(changed.map(({ name }) => name))]
}

const textOf = ({ version, commit, published_by }: Release) =>
  [version, commit, published_by].join(' ').toLowerCase()

/** The releases of a remote in which all the words occur; the name of the remote counts for each. */
export function findReleases(remote: Remote, words: string): Release[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return remote.versions.filter((release) =>
    wanted.every((word) => `${remote.name} ${textOf(release)}`.includes(word)),
  )
}

/** Channels in which a version was rolled back. */
export const withdrawnIn = ({ deployments }: Remote, version: string) =>
  deployments.filter(({ withdrawn }) => withdrawn.includes(version)).map(({ channel }) => channel)
