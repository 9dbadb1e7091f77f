import { LRUCache } from 'lru-cache'
import { listenForChanges } from '../db/change-listener.ts'
import type { Connection } from '../db/database.ts'

/** The channel of migration 0008. */
const CHANNEL = 'public_content'
const MAX_BYTES = 64 << 20
const MOST_ASKED = 10_000
/** How long an answer may be kept although nothing changed: some of it depends on the time. */
const FRESH_MS = 5_000

/** What a cached value is, how many bytes it takes, and from when until when it may be given. */
type Kept = { value: object; bytes: number; made: number; until: number }
type Making = { epoch: number; value: Promise<object> | undefined }

/**
 * Memory of what visitors read. A committed change of public content empties it in every process, and
 * while the database cannot tell of changes nothing is kept. Once it is full, an answer takes the place
 * of others when it is asked for a second time: what is asked for once, as by a crawler, drives nothing out.
 */
export type PublicCache = {
  /**
   * The value under `key`, made by `make` where it is not known; `bytes` says how large it is. What
   * does not depend on the time may be kept for longer than `freshMs` usually is.
   */
  through<T extends object>(
    key: string,
    make: () => Promise<T>,
    bytes: (value: T) => number,
    freshMs?: number,
  ): Promise<T>
  /** The value under `key`, if it is known and fresh. */
  known<T extends object>(key: string): T | undefined
  /** Whether something is kept under `key`, fresh or not. */
  holds(key: string): boolean
  /** Resolves when the changes that were committed before the call are known here. */
  settle(): Promise<void>
  close(): Promise<void>
}

type Parts = {
  connection: Connection
  clock: () => Date
  /** The moment from which what visitors read may be another although nothing was written. */
  nextBoundary: (now: Date) => Promise<Date | null>
  maxBytes?: number
  /** Told of each question, and whether the answer was known. */
  lookup?: (isKnown: boolean) => void
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
    // One question to the database for all who ask at the same moment.
    if (awaited?.value && awaited.epoch === epoch && listener.isListening()) return awaited.value
    const value = make(key, create, bytes, freshMs)
    const mine: Making = { epoch, value }
    making.set(key, mine)
    try {
      return await value
    } finally {
      if (making.get(key) === mine) making.delete(key)
      // A map that grows and shrinks leaves old tables behind, and whatever they lead to outlives many collections.
      mine.value = undefined
    }
  }

  return {
    known: (key) => {
      const found = fresh(key)
      // What is not known here is asked for with `through`, which counts it.
      if (found) lookup(true)
      return found?.value as never
    },
    through: through as PublicCache['through'],
    holds: (key) => kept.has(key),
    settle: listener.settle,
    close: listener.close,
  }
}

type Size = (value: never) => number

const sizeOf = ({ bytes }: Kept, key: string) => bytes + key.length * 2 + 200
