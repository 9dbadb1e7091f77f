import { LRUCache } from 'lru-cache'
import { listenForChanges } from '../db/change-listener.ts'
import type { Connection } from '../db/database.ts'

/** The channel of migration 0008. */
const CHANNEL = 'public_content'
const MAX_BYTES = 64 << 20
const MOST_ASKED = 10_000
/** TTL without any change: some answers depend on the time. */
const FRESH_MS = 5_000

/** A cached value, its size, and the period in which it may be given. */
type Kept = { value: object; bytes: number; made: number; until: number }
type Making = { epoch: number; value: Promise<object> | undefined }

/**
 * LRU cache of what visitors read, one per process. NOTIFY of a committed change of public content clears it in
 * every process; while the listener is disconnected nothing is cached. A full cache admits a key at its second
 * request: a crawler, which reads each page once, evicts nothing.
 */
export type PublicCache = {
  /**
   * The cached value of `key`, else that of `make`; concurrent misses share one `make`. `bytes` is the size of a
   * value, `freshMs` its TTL: longer than usual for what does not depend on the time.
   */
  through<T extends object>(
    key: string,
    make: () => Promise<T>,
    bytes: (value: T) => number,
    freshMs?: number,
  ): Promise<T>
  /** Resolves when the changes that were committed before the call have cleared this cache. */
  settle(): Promise<void>
  close(): Promise<void>
}

type Parts = {
  connection: Connection
  clock: () => Date
  /** The next moment at which an answer may change without a write. */
  nextBoundary: (now: Date) => Promise<Date | null>
  maxBytes?: number
  /** Called at each lookup: hit or miss. */
  lookup?: (isHit: boolean) => void
}

export function publicCache({
  connection,
  clock,
  nextBoundary,
  maxBytes = MAX_BYTES,
  lookup = () => undefined,
}: Parts): PublicCache {
  const kept = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  const asked = new LRUCache<string, true>({ max: MOST_ASKED })
  const making = new Map<string, Making>()
  let epoch = 0
  let boundary: { from: number; at: number } | undefined
  const listener = listenForChanges(connection, CHANNEL, () => {
    epoch += 1
    boundary = undefined
    kept.clear()
  })

  function fresh(key: string): Kept | undefined {
    const found = listener.isListening() ? kept.get(key) : undefined
    if (!found) return undefined
    const now = clock().getTime()
    return now >= found.made && now < found.until ? found : undefined
  }

  function hasPlaceFor(key: string, entry: Kept): boolean {
    if (kept.calculatedSize + sizeOf(entry, key) <= maxBytes) return true
    if (kept.has(key) || asked.has(key)) return true
    asked.set(key, true)
    return false
  }

  function boundaryAfter(now: Date): number | Promise<number> {
    const time = now.getTime()
    if (boundary && time >= boundary.from && time < boundary.at) return boundary.at
    return askBoundary(now)
  }

  async function askBoundary(now: Date): Promise<number> {
    const before = epoch
    const at = (await nextBoundary(now))?.getTime() ?? Infinity
    if (before === epoch && listener.isListening()) boundary = { from: now.getTime(), at }
    return at
  }

  async function make(key: string, create: () => Promise<object>, bytes: Size, freshMs: number) {
    const started = clock()
    const before = epoch
    const next = boundaryAfter(started)
    const until = Math.min(
      started.getTime() + freshMs,
      typeof next === 'number' ? next : await next,
    )
    const value = await create()
    const mayKeep = before === epoch && listener.isListening()
    const entry = { value, bytes: bytes(value as never), made: started.getTime(), until }
    if (mayKeep && hasPlaceFor(key, entry)) kept.set(key, entry)
    return value
  }

  async function through(
    key: string,
    create: () => Promise<object>,
    bytes: Size,
    freshMs = FRESH_MS,
  ): Promise<object> {
    const found = fresh(key)
    lookup(found !== undefined)
    if (found) return found.value
    const awaited = making.get(key)
    // Concurrent misses of one key share one query.
    if (awaited?.value && awaited.epoch === epoch && listener.isListening()) return awaited.value
    const value = make(key, create, bytes, freshMs)
    const mine: Making = { epoch, value }
    making.set(key, mine)
    try {
      return await value
    } finally {
      if (making.get(key) === mine) making.delete(key)
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

const sizeOf = ({ bytes }: Kept, key: string) => bytes + key.length * 2 + 200
