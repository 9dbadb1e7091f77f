import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { lookOf } from './picture-look.ts'
import type { PictureVariants } from './picture.ts'
import { placeholderOf } from './placeholder.ts'
import type { Storage } from './storage.ts'
import { newStorageKey } from './storage-key.ts'

const PIXEL_LIMIT = 40_000_000
const FULL_EDGE = 2_400
const FORMATS = new Set(['jpeg', 'png', 'webp'])

// Nothing but these three decoders ever sees bytes from outside.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((name) => [
    `VipsForeignLoad${name}File`,
    `VipsForeignLoad${name}Buffer`,
  ]),
})
sharp.cache(false)

/** A picture in every size the site shows; keys of the storage by name of the size. */
export type StoredPicture = {
  width: number
  height: number
  /** Average colour, shown until the picture is there. */
  colour: string
  /** Bits of how it looks; see `lookOf`. */
  phash: string
  variants: PictureVariants
}

/** The bytes are no picture that the site takes; `message` says what to do instead. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

type IngestOptions = {
  minLongEdge?: number
  effort?: number
  /** Only this part of it, in pixels. */
  area?: { left: number; top: number; width: number; height: number }
}

/**
 * Decodes a picture, forgets everything but its pixels, and stores it anew in four sizes: metadata
 * with names and places is gone, and what leaves was written by us alone.
 */
export function imagePipeline(storage: Storage) {
  return {
    async ingest(source: Buffer | string, options: IngestOptions = {}): Promise<StoredPicture> {
      await inspect(source, options.minLongEdge ?? 0)
      const { effort = 4, area } = options
      try {
        const upright = read(source).autoOrient()
        const part = area ? upright.extract(area) : upright
        const base = await part
          .toColourspace('srgb')
          .resize({ width: FULL_EDGE, height: FULL_EDGE, fit: 'inside', withoutEnlargement: true })
          .flatten({ background: '#ffffff' })
          .raw()
          .toBuffer({ resolveWithObject: true })
        const { width, height, channels } = base.info
        const pixels = () => sharp(base.data, { raw: { width, height, channels } })
        const store = async (image: Sharp, extension: string) => {
          const { data, info } = await image.toBuffer({ resolveWithObject: true })
          const key = newStorageKey(extension)
          await storage.put(key, data)
          return { key, width: info.width, bytes: data.length }
        }
        const webp = (edge: number, quality: number) =>
          store(pixels().resize(within(edge, width)).webp({ quality, effort }), 'webp')
        const [thumb, card, full, fullJpeg, stats, placeholder, phash] = await Promise.all([
          webp(480, 76),
          webp(960, 78),
          webp(FULL_EDGE, 82),
          store(pixels().jpeg({ quality: 86, progressive: true }), 'jpg'),
          pixels().resize(1, 1).raw().toBuffer(),
          placeholderOf(pixels()),
          lookOf(pixels()),
        ])
        const colour = `#${stats.subarray(0, 3).toString('hex')}`
        const variants = { thumb, card, full, full_jpeg: fullJpeg, placeholder }
        return { width, height, colour, phash, variants }
      } catch (error) {
        throw asPictureError(error)
      }
    },
  }
}

export type ImagePipeline = ReturnType<typeof imagePipeline>

const read = (source: Buffer | string) =>
  sharp(source, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', sequentialRead: true })

const within = (edge: number, width: number) => ({ width: Math.min(edge, width) })

/** Looks at the header alone, before anything is decoded. */
async function inspect(source: Buffer | string, minLongEdge: number) {
  const { format, width, height, pages } = await read(source)
    .metadata()
    .catch((error: unknown) => {
      throw asPictureError(error)
    })
  if (!FORMATS.has(format)) {
    throw new PictureError(
      'This is not a JPEG, PNG or WebP picture. Please export it as one of these.',
    )
  }
  if ((pages ?? 1) > 1) {
    throw new PictureError('This picture is animated. Please send a still picture.')
  }
  if (width * height > PIXEL_LIMIT) {
    throw new PictureError('This picture has more than 40 megapixels. Please make it smaller.')
  }
  if (Math.max(width, height) < minLongEdge) {
    throw new PictureError(
      `This picture is ${width} × ${height} pixels. ` +
        `Please send one whose longer side has at least ${minLongEdge} pixels.`,
    )
  }
}

function asPictureError(error: unknown): PictureError {
  if (error instanceof PictureError) return error
  const detail = String(error)
  if (/pixel limit/i.test(detail)) {
    return new PictureError('This picture has more than 40 megapixels. Please make it smaller.')
  }
  return new PictureError(
    'This file is not a picture we can read. Please export it as JPEG, PNG or WebP and try again.',
  )
}
