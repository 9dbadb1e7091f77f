import type { Channel, DeployedVersion, MenuEntry, RemoteRoute } from '@awards/shared/releases'

/** The fields of a release that the site needs to build a document. */
export type Release = {
  readonly name: string
  readonly version: string
  /** Digest of the manifest's bytes, in the format of Subresource Integrity. */
  readonly integrity: string
  readonly routes: readonly RemoteRoute[]
  readonly exposes: readonly string[]
  /** Entries of the site's menus. */
  readonly menu: readonly MenuEntry[]
  readonly contract: string
  /** Whether it requests its scripts as `Integrity-Policy` demands; builds of before the policy do not. */
  readonly isSealed: boolean
  readonly preview: boolean
}

/** A remote in a channel with its deployed releases by version. */
export type ChannelRemote = {
  readonly name: string
  readonly revision: number
  readonly versions: readonly DeployedVersion[]
  readonly withdrawn: readonly string[]
  readonly releases: ReadonlyMap<string, Release>
}
export type ChannelState = ReadonlyMap<string, ChannelRemote>

/** Read access of the site to the registry. */
export type RegistryReader = {
  /**
   * Remotes of a channel: at most one second stale, never in the process that changed them. Returns the last known state
   * while the database is down, and throws if there is none.
   */
  channel(channel: Channel): Promise<ChannelState>
  /** A published release that still has its files. */
  release(name: string, version: string): Promise<Release | undefined>
  /** Bytes of a file by its path in the release; undefined if the release does not list it. */
  file(name: string, version: string, path: string): Promise<Buffer | undefined>
  /** Invalidates the caches; every change of a channel or release calls it. */
  invalidate(): void
}

/** Storage key of a file of a release. */
export const releaseKey = (name: string, version: string, path: string) =>
  `mfe/${name}/${version}/${path}`
