import type { Channel, DeployedVersion, RemoteRoute } from '@awards/shared/platform'

/** A release as the site needs it to build a document. */
export type Release = {
  readonly name: string
  readonly version: string
  /** Digest of the manifest's bytes. */
  readonly integrity: string
  readonly routes: readonly RemoteRoute[]
  readonly exposes: readonly string[]
  readonly contract: string
  readonly preview: boolean
}

/** A remote in a channel, with the releases that are deployed there. */
export type ChannelRemote = {
  readonly name: string
  readonly revision: number
  readonly versions: readonly DeployedVersion[]
  readonly withdrawn: readonly string[]
  readonly releases: ReadonlyMap<string, Release>
}
export type ChannelState = ReadonlyMap<string, ChannelRemote>

/** What the site reads of the registry. */
export type RegistryReader = {
  /**
   * The remotes of a channel, at most a second old on other processes and never on the one that changed
   * it. Without its database the registry answers what it knew last; before it ever knew, it throws.
   */
  channel(channel: Channel): Promise<ChannelState>
  /** A release that is published and still has its files. */
  release(name: string, version: string): Promise<Release | undefined>
  /** Bytes of a file of a release, by its path in the release's folder. */
  file(name: string, version: string, path: string): Promise<Buffer | undefined>
  /** Forgets what is known of the channels; called by whoever changes one. */
  invalidate(): void
}

/** Where a release's file lies in the storage. */
export const releaseKey = (name: string, version: string, path: string) =>
  `mfe/${name}/${version}/${path}`
