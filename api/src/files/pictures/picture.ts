import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Picture } from '@awards/shared/contract'
import { FOCUS } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { PICTURE_LINK_SECONDS, signedUrl } from '../../lib/signed-token.ts'
import { derivedStorageKey, storageKeysIn } from '../storage/storage.ts'

/** Sizes in which a public picture has an address; `og` is the crop for link previews (Open Graph). */
type PictureSize = 'thumb' | 'card' | 'full' | 'og'
type Extension = 'avif' | 'webp' | 'jpg'

/** The parsed file name of a public picture's address. */
export type PictureName = {
  size: PictureSize
  /** Undefined for `og`, which is made at the first request. */
  digest: string | undefined
  extension: Extension
}

const NAME = /^(?:(thumb|card|full)-([0-9a-f]{12})\.(avif|webp|jpg)|(og)\.jpg)$/

// A list page has dozens of addresses, mostly the same as in the request before.
const digests = new LRUCache<string, string>({ max: 20_000 })

/** Twelve hex digits that change with the storage key and do not reveal it (cache busting). */
export function digestOf(key: string): string {
  const cached = digests.get(key)
  if (cached !== undefined) return cached
  const digest = hash('sha256', `picture:${key}`).slice(0, 12)
  digests.set(key, digest)
  return digest
}

/** Permanent address of one size; it changes only when the bytes change. */
export const pictureAddress = (fileId: string, size: PictureSize, key: string): string =>
  `/pictures/${fileId}/${size}-${digestOf(key)}.${key.split('.').at(-1)}`

/** Pixels of the Open Graph crop. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const

/** Address of the Open Graph crop, from any address of a public picture; undefined for other addresses. */
export const shareAddressOf = (url: string): string | undefined => {
  const [, fileId] = /^\/pictures\/([0-9]+)\/[^/]+$/.exec(url) ?? []
  return fileId && `/pictures/${fileId}/og.jpg`
}

/** Parses the file name of a public picture's address; undefined if it is not one. */
export function readPictureName(name: string): PictureName | undefined {
  const [matched, size, digest, extension] = NAME.exec(name) ?? []
  if (!matched) return undefined
  if (!size) return { size: 'og', digest: undefined, extension: 'jpg' }
  return { size: size as PictureSize, digest, extension: extension as Extension }
}

const Variant = z.object({ key: z.string(), width: z.int(), bytes: z.int() })
type PictureVariant = z.infer<typeof Variant>

/** The column `variants` of a stored picture: storage key, width and bytes by name of the size. */
export const PictureVariants = z.object({
  thumb: Variant,
  card: Variant,
  full: Variant,
  full_jpeg: Variant,
  /** AVIF of each distinct width; made once the picture is public, empty if encoding failed. */
  avif: z.object({ thumb: Variant, card: Variant, full: Variant }).partial().optional(),
  /** Blurred preview as a `data:` URL. */
  placeholder: z.string().optional(),
  /** What a crop keeps; the middle by default. */
  focus: z.enum(FOCUS).optional(),
})
export type PictureVariants = z.infer<typeof PictureVariants>

/** Part of the storage key; raise it with the settings of the crop. */
const SHARE_KIND = 'og-1'

/** Storage key of the Open Graph crop of a picture, which is made at its first request. */
export const shareKeyOf = ({ full_jpeg }: Pick<PictureVariants, 'full_jpeg'>): string =>
  derivedStorageKey(full_jpeg.key, SHARE_KIND, 'jpg')

const WithJpeg = PictureVariants.pick({ full_jpeg: true })

/** Every storage key that a stored file may have: those of its column `variants`, and its crop, which no row names. */
export function storedKeysOf(variants: unknown): string[] {
  const { data: picture } = WithJpeg.safeParse(variants)
  return [...storageKeysIn(variants), ...(picture ? [shareKeyOf(picture)] : [])]
}

/** Columns of `stored_files` that a picture is built from. */
export type PictureRow = {
  width: number | null
  height: number | null
  colour: string | null
  variants: unknown
}

export const PICTURE_SIZES = ['thumb', 'card', 'full'] as const
export type StoredSize = (typeof PICTURE_SIZES)[number]
/** Builds the address of one size. */
type AddressOf = (variant: PictureVariant, size: StoredSize) => string

/** A picture with signed addresses that expire; null if the file is not a ready picture. */
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

/** A picture with permanent addresses, which return 404 unless the picture is public. */
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

// Checks only the keys that are used instead of parsing: lists have many pictures, and the upload wrote the column.
const isReady = (variants: unknown): variants is PictureVariants =>
  typeof variants === 'object' &&
  variants !== null &&
  PICTURE_SIZES.every((size) => hasKey((variants as Record<StoredSize, unknown>)[size]))

const hasKey = (variant: unknown) =>
  typeof variant === 'object' &&
  variant !== null &&
  typeof (variant as PictureVariant).key === 'string'

/** A picture with addresses built by `address`; null if the file is not a ready picture. */
export function pictureAt(
  row: PictureRow | null | undefined,
  alt: string,
  address: AddressOf,
): Picture | null {
  if (!row?.width || !row.height || !isReady(row.variants)) return null
  const { full, placeholder, focus } = row.variants
  return {
    url: address(full, 'full'),
    width: row.width,
    height: row.height,
    alt,
    sources: sourcesOf(row.variants, address),
    placeholder: placeholder ?? null,
    colour: row.colour ?? '#e8e6e1',
    ...(focus && { focus }),
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

/** The bytes are not an accepted picture; `message` tells the user what to do instead. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/** The error for bytes that no allowed decoder can read. */
export const unreadableError = () =>
  new PictureError(
    'This file is not a picture we can read. Please export it as JPEG, PNG or WebP and try again.',
  )
