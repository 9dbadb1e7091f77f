import { z } from 'zod'
import type { Picture } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { pictureAddress } from './picture-address.ts'
import { PICTURE_LINK_SECONDS, signedUrl } from '../signed-url.ts'

const Variant = z.object({ key: z.string(), width: z.int(), bytes: z.int() })
export type PictureVariant = z.infer<typeof Variant>

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
export type AddressOf = (variant: PictureVariant, size: StoredSize) => string

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
