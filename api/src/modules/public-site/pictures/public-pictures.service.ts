import type { AppContext } from '../../../start/app-context.ts'
import { PictureVariants, digestOf, type PictureName } from '../../../files/pictures/picture.ts'
import { shareKeyOf, sharePictures } from '../../../files/pictures/share-picture.ts'
import { publicPicturesRepository } from './public-pictures.repository.ts'

const ID = /^[1-9][0-9]{0,18}$/
const LARGEST_ID = 2n ** 63n - 1n
const KEPT_BYTES = 1_500

/** Finds the bytes behind a picture's address, while the picture is public. */
export function publicPicturesService({ db, clock, publicCache, storage }: AppContext) {
  const makeShare = sharePictures(storage)

  /** Undefined for what is not public and for what does not exist alike. */
  async function find(id: string): Promise<PictureVariants | undefined> {
    if (!ID.test(id) || BigInt(id) > LARGEST_ID) return undefined
    const { variants } = await publicCache.through(
      `picture ${id}`,
      async () => {
        const row = await publicPicturesRepository(db).find(id, clock())
        return { variants: PictureVariants.safeParse(row?.variants).data }
      },
      () => KEPT_BYTES,
    )
    return variants
  }

  /** The storage key that an address means, and its bytes lie there. */
  async function keyOf(
    id: string,
    { size, digest, extension }: PictureName,
  ): Promise<string | undefined> {
    const variants = await find(id)
    if (!variants) return undefined
    if (size === 'og') {
      await makeShare(variants)
      return shareKeyOf(variants)
    }
    // An address of the JPEG was given out while it stood in for this size.
    const { [size]: own, avif, full_jpeg } = variants
    const key = { avif: avif?.[size], webp: own, jpg: full_jpeg }[extension]?.key
    return key && digestOf(key) === digest ? key : undefined
  }

  return { keyOf }
}
