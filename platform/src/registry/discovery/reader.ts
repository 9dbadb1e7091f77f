import { CHANNELS, isRemoteId, isVersion, type Channel } from '@awards/shared/releases'
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

/** Time that callers wait for a refresh before they get the stale value. */
const MAX_WAIT_MS = 500

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())

/**
 * Caches one value for `freshMs`. Concurrent callers share one read (single flight). While a read fails or hangs,
 * callers get the stale value; without a value the error is thrown.
 */
export function staleIfErrorCache<T>(read: () => Promise<T>, freshMs: number) {
  let cached: { readonly value: T; readonly isStale: boolean } | undefined
  let readAt = -Infinity
  let reading: Promise<T> | undefined
  // Discards the result of a read that began before an invalidation.
  let generation = 0

  function begin(): Promise<T> {
    const mine = generation
    readAt = performance.now()
    return read()
      .then((value) => {
        if (mine === generation) cached = { value, isStale: false }
        return value
      })
      .finally(() => {
        if (mine === generation) reading = undefined
      })
  }

  return {
    async get(): Promise<T> {
      if (!cached) return (reading ??= begin())
      if (performance.now() - readAt > freshMs) reading ??= begin()
      if (reading) {
        const settled = reading.then(
          () => undefined,
          () => undefined,
        )
        await (cached.isStale ? settled : Promise.race([settled, delay(MAX_WAIT_MS)]))
      }
      return cached.value
    },
    /** The next `get` waits for a new read; the old value stays for the case that the read fails. */
    invalidate() {
      generation += 1
      readAt = -Infinity
      reading = undefined
      if (cached) cached = { value: cached.value, isStale: true }
    },
  }
}

type Parts = { readonly db: Db; readonly storage: Storage; readonly log: Log }

/** Below the one second in which other processes have to see a promotion. */
const CHANNEL_FRESH_MS = 900
/** A published release is immutable until retention removes its files. */
const RELEASE_FRESH_MS = 60_000
const MAX_RELEASES = 500

/** Reads channels, releases and files of the registry through stale-if-error caches. */
export function registryReader({ db, storage, log }: Parts): RegistryReader {
  const repository = readerRepository(db)
  const releases = new Map<
    string,
    ReturnType<typeof staleIfErrorCache<StoredRelease | undefined>>
  >()

  function evictOldest() {
    for (const oldest of releases.keys()) {
      if (releases.size <= MAX_RELEASES) break
      releases.delete(oldest)
    }
  }

  async function release(name: string, version: string): Promise<StoredRelease | undefined> {
    if (!isRemoteId(name) || !isVersion(version)) return undefined
    const key = releaseKey(name, version, '')
    const cached =
      releases.get(key) ??
      staleIfErrorCache(() => repository.release(name, version), RELEASE_FRESH_MS)
    // LRU: re-inserting moves the entry to the end of the map.
    releases.delete(key)
    releases.set(key, cached)
    const found = await cached.get().catch((error: unknown) => {
      releases.delete(key)
      throw error
    })
    // Misses are not cached: the version may be published soon, and invented versions must evict nothing.
    if (!found) releases.delete(key)
    else evictOldest()
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
    CHANNELS.map((channel) => [channel, staleIfErrorCache(() => read(channel), CHANNEL_FRESH_MS)]),
  ) as Record<Channel, ReturnType<typeof staleIfErrorCache<ChannelState>>>

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
      for (const channel of CHANNELS) channels[channel].invalidate()
      for (const one of releases.values()) one.invalidate()
    },
  }
}
