import { CHANNELS, isRemoteId, isVersion, type Channel } from '@awards/shared/platform'
import type { Db } from '../../../../api/src/db/database.ts'
import type { Storage } from '../../../../api/src/files/storage/storage.ts'
import { errorCode } from '../../../../api/src/lib/errors.ts'
import type { Log } from '../../../../api/src/observability/log.ts'
import {
  releaseKey,
  type ChannelRemote,
  type ChannelState,
  type RegistryReader,
} from '../registry.types.ts'
import { readerRepository, type StoredDeployment, type StoredRelease } from './reader.repository.ts'

/** How long a read may hold up those who could be answered with what is known. */
const PATIENCE_MS = 500

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/**
 * A value that is read again when it is older than `freshMs`, once for all who ask meanwhile. While
 * reading fails or hangs the last value is good enough; before there is one, the failure is thrown.
 */
export function lastKnown<T>(read: () => Promise<T>, freshMs: number) {
  let known: { readonly value: T; readonly isOutdated: boolean } | undefined
  let askedAt = -Infinity
  let reading: Promise<T> | undefined
  // A read that began before the value was outdated must not come back as the present one.
  let round = 0

  function begin(): Promise<T> {
    const mine = round
    askedAt = performance.now()
    return read()
      .then((value) => {
        if (mine === round) known = { value, isOutdated: false }
        return value
      })
      .finally(() => {
        if (mine === round) reading = undefined
      })
  }

  return {
    async get(): Promise<T> {
      if (!known) return (reading ??= begin())
      if (performance.now() - askedAt > freshMs) reading ??= begin()
      if (reading) {
        const settled = reading.then(
          () => undefined,
          () => undefined,
        )
        await (known.isOutdated ? settled : Promise.race([settled, later(PATIENCE_MS)]))
      }
      return known.value
    },
    /** The next answer is read anew; what is known is kept for the case that reading fails. */
    outdate() {
      round += 1
      askedAt = -Infinity
      reading = undefined
      if (known) known = { value: known.value, isOutdated: true }
    },
  }
}

type Parts = { readonly db: Db; readonly storage: Storage; readonly log: Log }

/** Below the second that other processes may take to see a promotion. */
const CHANNEL_FRESH_MS = 900
/** A published release changes in one way alone: retention removes it a month after its last use. */
const RELEASE_FRESH_MS = 60_000
const MOST_RELEASES = 500

/** Reads the registry's tables and files, and remembers what it needs to go on without them. */
export function registryReader({ db, storage, log }: Parts): RegistryReader {
  const repository = readerRepository(db)
  const releases = new Map<string, ReturnType<typeof lastKnown<StoredRelease | undefined>>>()

  function forgetOldest() {
    for (const oldest of releases.keys()) {
      if (releases.size <= MOST_RELEASES) break
      releases.delete(oldest)
    }
  }

  async function release(name: string, version: string): Promise<StoredRelease | undefined> {
    if (!isRemoteId(name) || !isVersion(version)) return undefined
    const key = releaseKey(name, version, '')
    const asked =
      releases.get(key) ?? lastKnown(() => repository.release(name, version), RELEASE_FRESH_MS)
    // The release that was asked for last is the last to be forgotten.
    releases.delete(key)
    releases.set(key, asked)
    const found = await asked.get().catch((error: unknown) => {
      releases.delete(key)
      throw error
    })
    // What is not published yet may be so in a moment.
    if (!found) releases.delete(key)
    // Only what there is takes the place of something: made-up versions push nothing out.
    else forgetOldest()
    return found
  }

  async function remoteOf(deployment: StoredDeployment): Promise<ChannelRemote> {
    const found = await Promise.all(
      deployment.versions.map(({ version }) => release(deployment.name, version)),
    )
    const known = found.flatMap((one) => (one ? [[one.version, one] as const] : []))
    return { ...deployment, releases: new Map(known) }
  }

  async function read(channel: Channel): Promise<ChannelState> {
    try {
      const remotes = await Promise.all((await repository.deployments(channel)).map(remoteOf))
      return new Map(remotes.map((remote) => [remote.name, remote]))
    } catch (error) {
      log.warn('registry.unreachable', { channel, error: String(error) })
      throw error
    }
  }

  const channels = Object.fromEntries(
    CHANNELS.map((channel) => [channel, lastKnown(() => read(channel), CHANNEL_FRESH_MS)]),
  ) as Record<Channel, ReturnType<typeof lastKnown<ChannelState>>>

  return {
    channel: (channel) => channels[channel].get(),
    release,
    async file(name, version, path) {
      const found = await release(name, version)
      if (!found?.files.has(path)) return undefined
      return storage.read(releaseKey(name, version, path)).catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return undefined
        throw error
      })
    },
    invalidate() {
      for (const channel of CHANNELS) channels[channel].outdate()
      for (const one of releases.values()) one.outdate()
    },
  }
}
