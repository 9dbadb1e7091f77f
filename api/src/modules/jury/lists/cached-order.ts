import { LRUCache } from 'lru-cache'
import type { Db } from '../../../db/database.ts'
import type { JuryFilter, Reader } from './list-filter.repository.ts'
import { listOrderRepository, type EntryIds } from './list-order.repository.ts'

type CachedIds = { changes: string; ids: Promise<EntryIds> }

const CACHE_BYTES = 64 * 1024 * 1024
const TTL_MS = 5 * 60_000
// Size of a cache entry without its ids; the whole size while the query runs.
const ENTRY_OVERHEAD_BYTES = 256

const newCache = () =>
  new LRUCache<string, CachedIds>({ maxSize: CACHE_BYTES, ttl: TTL_MS, maxEntrySize: CACHE_BYTES })
const caches = new WeakMap<Db, ReturnType<typeof newCache>>()

/**
 * Ids of a whole list in its order, from an LRU cache per database, so that the last page costs as much as the first.
 * A cached order is valid while the database's counter of changes stands still; an order that was read during a write
 * is not cached (ADR 0026).
 */
export async function idsInOrder(db: Db, reader: Reader, filter: JuryFilter): Promise<EntryIds> {
  const cache = caches.get(db) ?? newCache()
  caches.set(db, cache)
  const key = JSON.stringify([reader, filter])
  const repository = listOrderRepository(db)
  const { changes, is_quiet } = await repository.version()
  const cached = cache.get(key)
  if (cached?.changes === changes) return cached.ids
  const ids = repository.ids(reader, filter)
  if (!is_quiet) return ids
  // The promise is cached, so that concurrent requests share one query.
  const fresh: CachedIds = { changes, ids }
  cache.set(key, fresh, { size: ENTRY_OVERHEAD_BYTES })
  try {
    const list = await ids
    if (cache.peek(key) === fresh) {
      cache.set(key, fresh, { size: ENTRY_OVERHEAD_BYTES + list.byteLength })
    }
    return list
  } catch (error) {
    if (cache.peek(key) === fresh) cache.delete(key)
    throw error
  }
}
