import { firstOf, laterOf } from './image-processing.ts'
import type { Storage } from '../storage/storage.ts'
import { storeFirst, storeLater, type StoredPicture } from './store-picture.ts'

/** Decodes pictures of the programme in this process and stores them in all sizes at once. */
export function imagePipeline(storage: Storage) {
  return {
    async ingest(source: Buffer, { effort = 4 } = {}): Promise<StoredPicture> {
      const first = await firstOf(source, {})
      const stored = await storeFirst(storage, first)
      const later = await storeLater(storage, await laterOf(first.full_jpeg.bytes, effort))
      return { ...stored, variants: { ...stored.variants, ...later } }
    },
  }
}
