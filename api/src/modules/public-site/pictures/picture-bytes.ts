import { LRUCache } from 'lru-cache'
import type { Readable } from 'node:stream'
import type { Storage } from '../../../files/storage/storage.ts'

const KEPT_BYTES = 24 << 20
/** What is larger is read from the disk each time: a full view, seldom asked for. */
const LARGEST = 128 << 10

/** Bytes of a stored file, from memory where it is small and was asked for before. */
export type PictureBytes = { readonly body: Buffer | Readable; readonly bytes: number }

/** Keeps the small pictures of the site at hand. A key's bytes never change. */
export function pictureBytes(storage: Storage) {
  const kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOf })
  return async (key: string): Promise<PictureBytes | undefined> => {
    const known = kept.get(key)
    if (known) return { body: known, bytes: known.length }
    const found = await storage.get(key)
    if (!found || found.bytes > LARGEST) return found
    found.body.destroy()
    const bytes = await storage.read(key)
    kept.set(key, bytes)
    return { body: bytes, bytes: bytes.length }
  }
}

const sizeOf = (bytes: Buffer) => bytes.length + 200
