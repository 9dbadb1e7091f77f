import type { AppContext } from '../../../start/app-context.ts'
import { PictureVariants, digestOf, type PictureName } from '../../../files/pictures/picture.ts'
import { shareKeyOf, sharePictures } from '../../../files/pictures/share-picture.ts'
import { publicPicturesRepository } from './public-pictures.repository.ts'

const ID = /^[1-9][0-9]{0,18}$/
const LARGEST_ID = 2n ** 63n - 1n
const CACHED_BYTES = 1_500

/** Resolves addresses of public pictures to storage keys. */
export function publicPicturesService({ db, clock, publicCache, storage }: AppContext) {
  const makeShare = sharePictures(storage)

  /** Variants of a public picture; undefined for hidden and unknown ids. */
  async function find(id: string): Promise<PictureVariants | undefined> {
    if (!ID.test(id) || BigInt(id) > LARGEST_ID) return undefined
    const { variants } = await publicCache.through(
      `picture ${id}`,
      async () => {
        const row = await publicPicturesRepository(db).find(id, clock())
        return { variants: PictureVariants.safeParse(row?.variants).data }
      },
      () => CACHED_BYTES,
    )
    return variants
  }

  /** Storage key of an address; creates the share picture on demand. Undefined if hidden, unknown or outdated. */
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
    // A JPEG address always means the full size, which stands in for sizes without a JPEG.
    const { [size]: own, avif, full_jpeg } = variants
    const key = { avif: avif?.[size], webp: own, jpg: full_jpeg }[extension]?.key
    return key && digestOf(key) === digest ? key : undefined
  }

  return { keyOf }
}
