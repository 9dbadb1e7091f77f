import sharp from 'sharp'
import { concurrencyLimit } from '../../lib/concurrency.ts'
import { SHARE_SIZE, type PictureVariants } from './picture.ts'
import { derivedStorageKey, type Storage } from '../storage/storage.ts'

/** Who asks for more new ones at the same moment is asked to come back. */
const MOST_WAITING = 16
const KIND = 'og-1'

/** Key of the crop of a picture that is shown where a page is shared. */
export const shareKeyOf = ({ full_jpeg }: PictureVariants): string =>
  derivedStorageKey(full_jpeg.key, KIND, 'jpg')

/** Too many crops are being made at this moment. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Makes such crops, each once, when they are first asked for. */
export function sharePictures(storage: Storage) {
  const oneAtATime = concurrencyLimit(1)
  const making = new Map<string, Promise<void>>()

  async function make(source: string, key: string) {
    const crop = await oneAtATime(async () =>
      sharp(await storage.read(source))
        .resize({ ...SHARE_SIZE, fit: 'cover', position: sharp.strategy.attention })
        .jpeg({ quality: 80, progressive: true, mozjpeg: true })
        .toBuffer(),
    )
    await storage.put(key, crop)
  }

  /** Resolves when the bytes lie under `shareKeyOf(variants)`. */
  return async (variants: PictureVariants): Promise<void> => {
    const key = shareKeyOf(variants)
    const found = await storage.get(key)
    if (found) return void found.body.destroy()
    if (!making.has(key) && making.size >= MOST_WAITING) {
      throw new BusyError('Many pictures are being made')
    }
    const made = making.get(key) ?? make(variants.full_jpeg.key, key)
    making.set(key, made)
    await made.finally(() => making.delete(key))
  }
}
