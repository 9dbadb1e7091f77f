import { LRUCache } from 'lru-cache'
import { listenForChanges } from '../db/change-listener.ts'
import type { Connection } from '../db/database.ts'

/** The channel of migration 0008. */
const CHANNEL = 'public_content'
const MAX_BYTES = 64 << 20
const MAX_REQUESTED_ONCE = 10_000
/** TTL without any change: some answers depend on the time. */
const TTL_MS = 5_000

/** A cached value, its size, and the period in which it may be given. */
type CacheEntry = { value: object; bytes: number; made: number; until: number }
type InFlight = { epoch: number; value: Promise<object> | undefined }

/**
 * LRU cache of what visitors read, one per process. NOTIFY of a committed change of public content clears it in
 * every process; while the listener is disconnected nothing is cached. A full cache admits a key at its second
 * request: a crawler, which reads each page once, evicts nothing.
 */
export type PublicCache = {
  /**
   * The cached value of `key`, else that of `make`; concurrent misses share one `make`. `bytes` is the size of a
   * value, `ttlMs` its TTL: longer than usual for what does not depend on the time.
   */
  through<T extends object>(
    key: string,
    make: () => Promise<T>,
    bytes: (value: T) => number,
    ttlMs?: number,
  ): Promise<T>
  /** Resolves when the changes that were committed before the call have cleared this cache. */
  settle(): Promise<void>
  close(): Promise<void>
}

type Parts = {
  connection: Connection
  clock: () => Date
  /** The next time at which a response may change without a write; null if none. */
  nextBoundary: (now: Date) => Promise<Date | null>
  maxBytes?: number
  /** Called at each lookup: hit or miss. */
  lookup?: (isHit: boolean) => void
}

/** Creates the cache of this process; it listens on a database connection of its own until `close`. */
export function publicCache({
  connection,
  clock,
  nextBoundary,
  maxBytes = MAX_BYTES,
  lookup = () => undefined,
}: Parts): PublicCache {
  const entries = new LRUCache<string, CacheEntry>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  const requestedOnce = new LRUCache<string, true>({ max: MAX_REQUESTED_ONCE })
  const inFlight = new Map<string, InFlight>()
  let epoch = 0
  let boundary: { from: number; at: number } | undefined
  const listener = listenForChanges(connection, CHANNEL, () => {
    epoch += 1
    boundary = undefined
    entries.clear()
  })

  function fresh(key: string): CacheEntry | undefined {
    const found = listener.isListening() ? entries.get(key) : undefined
    if (!found) return undefined
    const now = clock().getTime()
    return now >= found.made && now < found.until ? found : undefined
  }

  function isAdmitted(key: string, entry: CacheEntry): boolean {
    if (entries.calculatedSize + sizeOf(entry, key) <= maxBytes) return true
    if (entries.has(key) || requestedOnce.has(key)) return true
    requestedOnce.set(key, true)
    return false
  }

  function boundaryAfter(now: Date): number | Promise<number> {
    const time = now.getTime()
    if (boundary && time >= boundary.from && time < boundary.at) return boundary.at
    return loadBoundary(now)
  }

  async function loadBoundary(now: Date): Promise<number> {
    const before = epoch
    const at = (await nextBoundary(now))?.getTime() ?? Infinity
    if (before === epoch && listener.isListening()) boundary = { from: now.getTime(), at }
    return at
  }

  async function make(key: string, create: () => Promise<object>, bytes: Size, ttlMs: number) {
    const started = clock()
    const before = epoch
    const next = boundaryAfter(started)
    const until = Math.min(started.getTime() + ttlMs, typeof next === 'number' ? next : await next)
    const value = await create()
    const isCacheable = before === epoch && listener.isListening()
    const entry = { value, bytes: bytes(value as never), made: started.getTime(), until }
    if (isCacheable && isAdmitted(key, entry)) entries.set(key, entry)
    return value
  }

  async function through(
    key: string,
    create: () => Promise<object>,
    bytes: Size,
    ttlMs = TTL_MS,
  ): Promise<object> {
    const found = fresh(key)
    lookup(found !== undefined)
    if (found) return found.value
    const awaited = inFlight.get(key)
    // Concurrent misses of one key share one query.
    if (awaited?.value && awaited.epoch === epoch && listener.isListening()) return awaited.value
    const value = make(key, create, bytes, ttlMs)
    const mine: InFlight = { epoch, value }
    inFlight.set(key, mine)
    try {
      return await value
    } finally {
      if (inFlight.get(key) === mine) inFlight.delete(key)
      // V8 keeps the old backing store of a Map that shrank until a major GC, and with it what the store refers to.
      mine.value = undefined
    }
  }

  return {
    through: through as PublicCache['through'],
    settle: listener.settle,
    close: listener.close,
  }
}

type Size = (value: never) => number

const sizeOf = ({ bytes }: CacheEntry, key: string) => bytes + key.length * 2 + 200
