import { newStorageKey, type Storage } from '../storage/storage.ts'
import {
  firstOf,
  laterOf,
  type FirstPicture,
  type LaterSizes,
  type WrittenPicture,
} from './image-processing.ts'
import type { PictureVariants } from './picture.ts'

/** A picture that is stored; keys of the storage by name of the size. */
export type StoredPicture = Omit<FirstPicture, 'thumb' | 'full_jpeg' | 'placeholder'> & {
  variants: PictureVariants
}

const store = async (storage: Storage, { bytes, width }: WrittenPicture, extension: string) => {
  const key = newStorageKey(extension)
  await storage.put(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return { key, width, bytes: bytes.length }
}

/** Stores what there is at first; the JPEG stands in for the sizes that follow. */
export async function storeFirst(storage: Storage, first: FirstPicture): Promise<StoredPicture> {
  const { thumb, full_jpeg, placeholder, ...picture } = first
  const [small, jpeg] = await Promise.all([
    store(storage, thumb, 'webp'),
    store(storage, full_jpeg, 'jpg'),
  ])
  const variants = { thumb: small, card: jpeg, full: jpeg, full_jpeg: jpeg, placeholder }
  return { ...picture, variants }
}

/** Whether the JPEG still stands in for other sizes. */
export const hasPlaceholderSizes = ({ full, full_jpeg }: PictureVariants) =>
  full.key === full_jpeg.key

export async function storeLater(storage: Storage, { card, full }: LaterSizes) {
  const [middle, large] = await Promise.all([
    store(storage, card, 'webp'),
    store(storage, full, 'webp'),
  ])
  return { card: middle, full: large }
}

/** Decodes pictures of the programme in this process and stores them in all sizes at once. */
export function imageIngest(storage: Storage) {
  return {
    async ingest(source: Buffer, { effort = 4 } = {}): Promise<StoredPicture> {
      const first = await firstOf(source, {})
      const stored = await storeFirst(storage, first)
      const later = await storeLater(storage, await laterOf(first.full_jpeg.bytes, effort))
      return { ...stored, variants: { ...stored.variants, ...later } }
    },
  }
}
