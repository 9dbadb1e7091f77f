import type { Picture } from '@awards/shared/contract'
import { absolute } from './address.ts'

/** A picture in the terms of schema.org. */
export const imageObject = (picture: Picture, credit?: string | null) => ({
  '@type': 'ImageObject',
  contentUrl: absolute(picture.url),
  width: picture.width,
  height: picture.height,
  ...(picture.alt && { caption: picture.alt }),
  ...(credit && { creditText: credit }),
})
