import { concurrencyLimit } from '../../lib/concurrency.ts'
import type { PictureVariants } from './picture.ts'
import { derivedStorageKey, type Storage } from '../storage/storage.ts'

/** Crops in work or queued; further requests get a `BusyError`. */
const MAX_QUEUED = 16
const KIND = 'og-1'

/** Storage key of the Open Graph crop of a picture. */
export const shareKeyOf = ({ full_jpeg }: PictureVariants): string =>
  derivedStorageKey(full_jpeg.key, KIND, 'jpg')

/** The queue of crops is full; retry later. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Makes the Open Graph crop at its first request, one crop at a time; concurrent requests of one crop share the work. */
export function sharePictures(storage: Storage) {
  const oneAtATime = concurrencyLimit(1)
  const inFlight = new Map<string, Promise<void>>()

  async function createCrop(source: string, key: string) {
    const { makeShareCrop } = await import('./image-processing.ts')
    const crop = await oneAtATime(async () => makeShareCrop(await storage.read(source)))
    await storage.put(key, crop)
  }

  /** Resolves when the storage has the crop under `shareKeyOf(variants)`. */
  return async (variants: PictureVariants): Promise<void> => {
    const key = shareKeyOf(variants)
    const found = await storage.get(key)
    if (found) return void found.body.destroy()
    if (!inFlight.has(key) && inFlight.size >= MAX_QUEUED) {
      throw new BusyError('Many pictures are being made')
    }
    const made = inFlight.get(key) ?? createCrop(variants.full_jpeg.key, key)
    inFlight.set(key, made)
    await made.finally(() => inFlight.delete(key))
  }
}
