import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** Sizes in which a public picture has an address; `og` is the crop for those who share a page. */
export type PictureSize = 'thumb' | 'card' | 'full' | 'og'
type Extension = 'avif' | 'webp' | 'jpg'

/** What the last part of a picture's address says. */
export type PictureName = {
  size: PictureSize
  /** Not in the address of a crop, which is made when it is first asked for. */
  digest: string | undefined
  extension: Extension
}

const NAME = /^(?:(thumb|card|full)-([0-9a-f]{12})\.(avif|webp|jpg)|(og)\.jpg)$/

// A page of a list has dozens of addresses, mostly the same as a moment ago.
const digests = new LRUCache<string, string>({ max: 20_000 })

/** Tells the bytes of one key from all others, without telling the key. */
export function digestOf(key: string): string {
  const known = digests.get(key)
  if (known !== undefined) return known
  const digest = hash('sha256', `picture:${key}`).slice(0, 12)
  digests.set(key, digest)
  return digest
}

/** The address that a stored picture keeps for as long as its bytes stay as they are. */
export const pictureAddress = (fileId: string, size: PictureSize, key: string): string =>
  `/pictures/${fileId}/${size}-${digestOf(key)}.${key.split('.').at(-1)}`

/** Pixels of the crop that is shown where a page is shared. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const

/** Address of the crop of a public picture for those who share a page, from any address of it. */
export const shareAddressOf = (url: string): string | undefined => {
  const [, fileId] = /^\/pictures\/([0-9]+)\/[^/]+$/.exec(url) ?? []
  return fileId && `/pictures/${fileId}/og.jpg`
}

/** Reads the last part of a picture's address. */
export function readPictureName(name: string): PictureName | undefined {
  const [matched, size, digest, extension] = NAME.exec(name) ?? []
  if (!matched) return undefined
  if (!size) return { size: 'og', digest: undefined, extension: 'jpg' }
  return { size: size as PictureSize, digest, extension: extension as Extension }
}
