import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Picture } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { PICTURE_LINK_SECONDS, signedUrl } from '../signed-url.ts'

/** Sizes in which a public picture has an address; `og` is the crop for those who share a page. */
type PictureSize = 'thumb' | 'card' | 'full' | 'og'
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

const Variant = z.object({ key: z.string(), width: z.int(), bytes: z.int() })
type PictureVariant = z.infer<typeof Variant>

/** The `variants` column of a stored picture: keys of the storage by name of the size. */
export const PictureVariants = z.object({
  thumb: Variant,
  card: Variant,
  full: Variant,
  full_jpeg: Variant,
  /** The widths of the sizes above, once each; made after it has become public, empty if it cannot be. */
  avif: z.object({ thumb: Variant, card: Variant, full: Variant }).partial().optional(),
  /** A likeness of a few pixels as a `data:` address. */
  placeholder: z.string().optional(),
})
export type PictureVariants = z.infer<typeof PictureVariants>

/** Columns of `stored_files` from which a picture is shown. */
export type PictureRow = {
  width: number | null
  height: number | null
  colour: string | null
  variants: unknown
}

export const PICTURE_SIZES = ['thumb', 'card', 'full'] as const
export type StoredSize = (typeof PICTURE_SIZES)[number]
/** Gives one size of a picture its address. */
type AddressOf = (variant: PictureVariant, size: StoredSize) => string

/** A picture under addresses that end, or null where the file is no picture that is ready. */
export function toPicture(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  row: PictureRow | null | undefined,
  alt: string,
): Picture | null {
  const now = clock()
  return pictureAt(row, alt, ({ key }) =>
    signedUrl(config.secret, now, { key }, PICTURE_LINK_SECONDS),
  )
}

/** A picture that visitors see, under addresses that stay and answer only while it is public. */
export function toPublicPicture(
  fileId: string | null | undefined,
  row: PictureRow | null | undefined,
  alt: string,
): Picture | null {
  if (!fileId || !row) return null
  const address: AddressOf = ({ key }, size) => pictureAddress(fileId, size, key)
  const picture = pictureAt(row, alt, address)
  if (!picture) return null
  const { avif } = row.variants as PictureVariants
  const sources = avif ? sourcesOf(avif, address) : []
  return sources.length > 0 ? { ...picture, avif: sources } : picture
}

// The column is written in its shape by the upload; lists have many, so this looks at what they show.
const isReady = (variants: unknown): variants is PictureVariants =>
  typeof variants === 'object' &&
  variants !== null &&
  PICTURE_SIZES.every((size) => hasKey((variants as Record<StoredSize, unknown>)[size]))

const hasKey = (variant: unknown) =>
  typeof variant === 'object' &&
  variant !== null &&
  typeof (variant as PictureVariant).key === 'string'

/** A picture under addresses of the caller's making, or null where the file is no picture that is ready. */
export function pictureAt(
  row: PictureRow | null | undefined,
  alt: string,
  address: AddressOf,
): Picture | null {
  if (!row?.width || !row.height || !isReady(row.variants)) return null
  const { full, placeholder } = row.variants
  return {
    url: address(full, 'full'),
    width: row.width,
    height: row.height,
    alt,
    sources: sourcesOf(row.variants, address),
    placeholder: placeholder ?? null,
    colour: row.colour ?? '#e8e6e1',
  }
}

function sourcesOf(variants: Partial<Record<StoredSize, PictureVariant>>, address: AddressOf) {
  const sources: { url: string; width: number }[] = []
  for (const size of PICTURE_SIZES) {
    const variant = variants[size]
    if (!variant || sources.some(({ width }) => width === variant.width)) continue
    sources.push({ url: address(variant, size), width: variant.width })
  }
  return sources
}
