import { LRUCache } from 'lru-cache'
import { listenForChanges } from '../db/change-listener.ts'
import type { Connection } from '../db/database.ts'

/** The channel of migration 0008. */
const CHANNEL = 'public_content'
const MAX_BYTES = 64 << 20
/** How long an answer may be kept although nothing changed: some of it depends on the time. */
const FRESH_MS = 5_000

/** What a cached value is, and how many bytes it takes. */
type Kept = { value: object; bytes: number; made: number }

/**
 * Memory of what visitors read. A committed change of public content empties it in every process, and
 * while the database cannot tell of changes nothing is kept.
 */
export type PublicCache = {
  /** The value under `key`, made by `make` where it is not known; `bytes` says how large it is. */
  through<T extends object>(
    key: string,
    make: () => Promise<T>,
    bytes: (value: T) => number,
  ): Promise<T>
  /** The value under `key` if it is known and fresh. */
  known<T extends object>(key: string): T | undefined
  /** Resolves when the changes that were committed before the call are known here. */
  settle(): Promise<void>
  close(): Promise<void>
}

type Parts = { connection: Connection; clock: () => Date; maxBytes?: number }

export function publicCache({ connection, clock, maxBytes = MAX_BYTES }: Parts): PublicCache {
  const kept = new LRUCache<string, Kept>({ maxSize: maxBytes, sizeCalculation: sizeOf })
  const making = new Map<string, { epoch: number; value: Promise<object> }>()
  let epoch = 0
  const listener = listenForChanges(connection, CHANNEL, () => {
    epoch += 1
    kept.clear()
  })

  function known(key: string) {
    const found = listener.isListening() ? kept.get(key) : undefined
    if (!found) return undefined
    const age = clock().getTime() - found.made
    return age >= 0 && age < FRESH_MS ? found.value : undefined
  }

  async function through(
    key: string,
    make: () => Promise<object>,
    bytes: (value: never) => number,
  ): Promise<object> {
    const found = known(key)
    if (found) return found
    const awaited = making.get(key)
    // One question to the database for all who ask at the same moment.
    if (awaited && awaited.epoch === epoch && listener.isListening()) return awaited.value
    const started = { epoch, made: clock().getTime() }
    const value = make()
    const mine = { epoch, value }
    making.set(key, mine)
    try {
      const made = await value
      const isCurrent = started.epoch === epoch && listener.isListening()
      if (isCurrent) kept.set(key, { value: made, bytes: bytes(made as never), made: started.made })
      return made
    } finally {
      if (making.get(key) === mine) making.delete(key)
    }
  }

  return {
    known: (key) => known(key) as never,
    through: through as PublicCache['through'],
    settle: listener.settle,
    close: listener.close,
  }
}

const sizeOf = ({ bytes }: Kept, key: string) => bytes + key.length * 2 + 200
