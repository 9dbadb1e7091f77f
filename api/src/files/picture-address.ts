import { createHash } from 'node:crypto'

/** Sizes in which a public picture has an address; `og` is the crop for those who share a page. */
export const PICTURE_SIZES = ['thumb', 'card', 'full', 'og'] as const
export type PictureSize = (typeof PICTURE_SIZES)[number]
type Extension = 'avif' | 'webp' | 'jpg'

/** What the last part of a picture's address says. */
export type PictureName = {
  size: PictureSize
  /** Missing where any picture of this size will do. */
  digest: string | undefined
  extension: Extension
}

const NAME = /^(thumb|card|full|og)(?:-([0-9a-f]{12}))?\.(avif|webp|jpg)$/

/** Tells the bytes of one key from all others, without telling the key. */
export const digestOf = (key: string): string =>
  createHash('sha256').update(`picture:${key}`).digest('hex').slice(0, 12)

/** The address that a stored picture keeps for as long as its bytes stay as they are. */
export const pictureAddress = (fileId: string, size: PictureSize, key: string): string =>
  `/pictures/${fileId}/${size}-${digestOf(key)}.${key.split('.').at(-1)}`

/** Address of the crop of a picture that is shown where a page is shared; 1200 × 630 pixels. */
export const shareAddress = (fileId: string): string => `/pictures/${fileId}/og.jpg`

/** Reads the last part of a picture's address. */
export function readPictureName(name: string): PictureName | undefined {
  const [, size, digest, extension] = NAME.exec(name) ?? []
  if (!size || !extension) return undefined
  const isShare = size === 'og'
  if (isShare !== (extension === 'jpg') || (!digest && !isShare)) return undefined
  return { size: size as PictureSize, digest, extension: extension as Extension }
}
