import { newStorageKey, type Storage } from '../storage/storage.ts'
import type { InitialPicture, DeferredSizes, EncodedPicture } from './image-processing.ts'
import type { PictureVariants } from './picture.ts'

/** A stored picture; `variants` has the storage key of each size. */
export type StoredPicture = Omit<InitialPicture, 'thumb' | 'full_jpeg' | 'placeholder'> & {
  variants: PictureVariants
}

const store = async (storage: Storage, { bytes, width }: EncodedPicture, extension: string) => {
  const key = newStorageKey(extension)
  await storage.put(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return { key, width, bytes: bytes.length }
}

/** Stores thumbnail and full JPEG; the JPEG serves as card and full until the deferred sizes exist. */
export async function storeInitialSizes(
  storage: Storage,
  first: InitialPicture,
): Promise<StoredPicture> {
  const { thumb, full_jpeg, placeholder, ...picture } = first
  const [small, jpeg] = await Promise.all([
    store(storage, thumb, 'webp'),
    store(storage, full_jpeg, 'jpg'),
  ])
  const variants = { thumb: small, card: jpeg, full: jpeg, full_jpeg: jpeg, placeholder }
  return { ...picture, variants }
}

/** True while the JPEG serves as the sizes card and full. */
export const hasPlaceholderSizes = ({ full, full_jpeg }: PictureVariants) =>
  full.key === full_jpeg.key

/** Stores the deferred sizes, and returns them as variants. */
export async function storeDeferredSizes(storage: Storage, { card, full }: DeferredSizes) {
  const [middle, large] = await Promise.all([
    store(storage, card, 'webp'),
    store(storage, full, 'webp'),
  ])
  return { card: middle, full: large }
}

/** Stores all sizes of a programme's own picture at once; decodes in this process, since the file is trusted. */
export function imageIngest(storage: Storage) {
  return {
    async ingest(source: Buffer, { effort = 4 } = {}): Promise<StoredPicture> {
      // Loads sharp where it is used: a server that makes no picture itself starts without it.
      const { makeInitialSizes, makeDeferredSizes } = await import('./image-processing.ts')
      const first = await makeInitialSizes(source, {})
      const stored = await storeInitialSizes(storage, first)
      const later = await storeDeferredSizes(
        storage,
        await makeDeferredSizes(first.full_jpeg.bytes, effort),
      )
      return { ...stored, variants: { ...stored.variants, ...later } }
    },
  }
}
