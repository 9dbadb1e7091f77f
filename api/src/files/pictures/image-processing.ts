import sharp, { type Sharp } from 'sharp'
import { perceptualHash } from './perceptual-hash.ts'

const EDGE = 16

/** A blurred likeness of a picture, small enough to travel with its address. */
export async function placeholderOf(picture: Sharp): Promise<string> {
  const bytes = await picture
    .resize({ width: EDGE, height: EDGE, fit: 'inside' })
    .webp({ quality: 30, effort: 0, smartSubsample: true })
    .toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

const PIXEL_LIMIT = 40_000_000
const FULL_EDGE = 2_400
const CARD_EDGE = 960
const THUMB_EDGE = 480
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

export type PictureSource = string | Uint8Array
export type IngestOptions = {
  minLongEdge?: number
  /** Only this part of it, in pixels. */
  area?: { left: number; top: number; width: number; height: number }
}

/** A picture as it was written anew. */
export type WrittenPicture = { bytes: Uint8Array; width: number }

/** What has to be known of a picture before it is confirmed. */
export type FirstPicture = {
  width: number
  height: number
  /** Average colour, shown until the picture is there. */
  colour: string
  /** Bits of how it looks; see `perceptualHash`. */
  phash: string
  placeholder: string
  thumb: WrittenPicture
  full_jpeg: WrittenPicture
}

/** The sizes that may follow. */
export type LaterSizes = { card: WrittenPicture; full: WrittenPicture }

/** The bytes are no picture that the site takes; `message` says what to do instead. */
export class PictureError extends Error {
  override readonly name = 'PictureError'
}

/** Decodes a picture from outside to the last pixel, forgets everything else, and writes the first of it anew. */
export async function firstOf(
  source: PictureSource,
  { minLongEdge = 0, area }: IngestOptions,
): Promise<FirstPicture> {
  await inspect(source, minLongEdge)
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
    const few = await pixels()
      .resize(within(THUMB_EDGE, width))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const small = () => sharp(few.data, { raw: { ...few.info } })
    const [thumb, full_jpeg, stats, placeholder, phash] = await Promise.all([
      written(small().webp({ quality: 76, effort: 2 })),
      // Tables of its own would take three times as long and save an eighth.
      written(pixels().jpeg({ quality: 86, optimiseCoding: false })),
      small().resize(1, 1).raw().toBuffer(),
      placeholderOf(small()),
      perceptualHash(small()),
    ])
    const colour = `#${stats.subarray(0, 3).toString('hex')}`
    return { width, height, colour, phash, placeholder, thumb, full_jpeg }
  } catch (error) {
    throw asPictureError(error)
  }
}

/** The other sizes, from the picture that `firstOf` has written. */
export async function laterOf(fullJpeg: Uint8Array, effort: number): Promise<LaterSizes> {
  const { data, info } = await read(fullJpeg).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const webp = (edge: number, quality: number) =>
    written(
      sharp(data, { raw: { width, height, channels } })
        .resize(within(edge, width))
        .webp({ quality, effort }),
    )
  return { card: await webp(CARD_EDGE, 78), full: await webp(FULL_EDGE, 82) }
}

async function written(image: Sharp): Promise<WrittenPicture> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width }
}

const read = (source: PictureSource) =>
  sharp(source, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', sequentialRead: true })

const within = (edge: number, width: number) => ({ width: Math.min(edge, width) })

/** Looks at the header alone, before anything is decoded. */
async function inspect(source: PictureSource, minLongEdge: number) {
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

/** The sentence for what no decoder of ours can read. */
export const unreadable = () =>
  new PictureError(
    'This file is not a picture we can read. Please export it as JPEG, PNG or WebP and try again.',
  )

function asPictureError(error: unknown): PictureError {
  if (error instanceof PictureError) return error
  if (/pixel limit/i.test(String(error))) {
    return new PictureError('This picture has more than 40 megapixels. Please make it smaller.')
  }
  return unreadable()
}
