import { z } from 'zod'
import type { Picture } from '@awards/shared/contract'
import type { AppContext } from '../app/app-context.ts'
import { PICTURE_LINK_SECONDS, signedUrl } from './signed-url.ts'

const Variant = z.object({ key: z.string(), width: z.int(), bytes: z.int() })

/** The `variants` column of a stored picture: keys of the storage by name of the size. */
export const PictureVariants = z.object({
  thumb: Variant,
  card: Variant,
  full: Variant,
  full_jpeg: Variant,
})

/** Columns of `stored_files` from which a picture is shown. */
export type PictureRow = {
  width: number | null
  height: number | null
  colour: string | null
  variants: unknown
}

/** The addresses of a stored picture, or null where the file is no picture that is ready. */
export function toPicture(
  { config, clock }: Pick<AppContext, 'config' | 'clock'>,
  row: PictureRow | null | undefined,
  alt: string,
): Picture | null {
  const variants = PictureVariants.safeParse(row?.variants)
  if (!row?.width || !row.height || !variants.success) return null
  const { thumb, card, full } = variants.data
  const now = clock()
  const address = (key: string) => signedUrl(config.secret, now, { key }, PICTURE_LINK_SECONDS)
  const sources = [thumb, card, full]
    .filter(({ width }, index, all) => all.findIndex((other) => other.width === width) === index)
    .map(({ key, width }) => ({ url: address(key), width }))
  return {
    url: address(full.key),
    width: row.width,
    height: row.height,
    alt,
    sources,
    colour: row.colour ?? '#e8e6e1',
  }
}
