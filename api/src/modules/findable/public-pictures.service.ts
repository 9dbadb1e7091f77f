import type { AppContext } from '../../app/app-context.ts'
import { PictureVariants } from '../../files/picture.ts'
import { digestOf, type PictureName } from '../../files/picture-address.ts'
import { publicPicturesRepository } from './public-pictures.repository.ts'

const ID = /^[1-9][0-9]{0,18}$/
const LARGEST_ID = 2n ** 63n - 1n
const KEPT_BYTES = 1_500

/** Finds the bytes behind a picture's address, while the picture is public. */
export function publicPicturesService(context: AppContext) {
  const { db, clock, publicCache } = context

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

  return {
    etagOf: digestOf,

    /** The storage key that an address means. */
    async keyOf(id: string, { size, digest, extension }: PictureName): Promise<string | undefined> {
      const variants = await find(id)
      if (!variants || size === 'og') return undefined
      const key = (extension === 'avif' ? variants.avif?.[size] : variants[size])?.key
      return key && digestOf(key) === digest ? key : undefined
    },
  }
}
