import sharp, { type Sharp } from 'sharp'
import { perceptualHash } from './perceptual-hash.ts'
import { SHARE_SIZE, PictureError, unreadableError } from './picture.ts'

const PLACEHOLDER_EDGE = 16

/** A blurred preview of at most 16 × 16 pixels as a `data:` URL, sent along with the picture's address. */
export async function placeholderOf(picture: Sharp): Promise<string> {
  const bytes = await picture
    .resize({ width: PLACEHOLDER_EDGE, height: PLACEHOLDER_EDGE, fit: 'inside' })
    .webp({ quality: 30, effort: 0, smartSubsample: true })
    .toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

const PIXEL_LIMIT = 40_000_000
const FULL_EDGE = 2_400
const CARD_EDGE = 960
const THUMB_EDGE = 480
const FORMATS = new Set(['jpeg', 'png', 'webp'])

// Allows three decoders only: the others never read uploaded bytes.
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
  /** Crops to this area, in pixels. */
  area?: { left: number; top: number; width: number; height: number }
}

/** A re-encoded picture; `width` in pixels. */
export type EncodedPicture = { bytes: Uint8Array; width: number }

/** Sizes and facts that an upload returns; the other sizes follow in a job. */
export type InitialPicture = {
  width: number
  height: number
  /** Average colour (`#rrggbb`), shown while the picture loads. */
  colour: string
  /** 64 bits as a string of 0 and 1; see `perceptualHash`. */
  phash: string
  placeholder: string
  thumb: EncodedPicture
  full_jpeg: EncodedPicture
}

/** Sizes that a job makes after the upload. */
export type DeferredSizes = { card: EncodedPicture; full: EncodedPicture }

/**
 * Decodes an uploaded picture completely and re-encodes its pixels, so that metadata and appended data are lost.
 * Returns the thumbnail and the full JPEG. Throws a `PictureError` for anything but a still JPEG, PNG or WebP of at
 * most 40 megapixels.
 */
export async function makeInitialSizes(
  source: PictureSource,
  { minLongEdge = 0, area }: IngestOptions,
): Promise<InitialPicture> {
  await checkHeader(source, minLongEdge)
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
    const thumbPixels = await pixels()
      .resize(within(THUMB_EDGE, width))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const small = () => sharp(thumbPixels.data, { raw: { ...thumbPixels.info } })
    const [thumb, full_jpeg, stats, placeholder, phash] = await Promise.all([
      encode(small().webp({ quality: 76, effort: 2 })),
      // Optimised Huffman tables would take three times as long and save 12 %.
      encode(pixels().jpeg({ quality: 86, optimiseCoding: false })),
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

/** The sizes card and full as WebP, from the full JPEG of `makeInitialSizes`. `effort` is that of sharp, 0 to 6. */
export async function makeDeferredSizes(
  fullJpeg: Uint8Array,
  effort: number,
): Promise<DeferredSizes> {
  const { data, info } = await read(fullJpeg).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const webp = (edge: number, quality: number) =>
    encode(
      sharp(data, { raw: { width, height, channels } })
        .resize(within(edge, width))
        .webp({ quality, effort }),
    )
  return { card: await webp(CARD_EDGE, 78), full: await webp(FULL_EDGE, 82) }
}

/** The Open Graph crop of a stored picture. */
export const makeShareCrop = (bytes: Uint8Array): Promise<Buffer> =>
  sharp(bytes)
    .resize({ ...SHARE_SIZE, fit: 'cover', position: sharp.strategy.attention })
    .jpeg({ quality: 80, progressive: true, mozjpeg: true })
    .toBuffer()

/** The perceptual hash of a stored picture. */
export const perceptualHashOfBytes = (bytes: Uint8Array): Promise<string> =>
  perceptualHash(sharp(bytes))

async function encode(image: Sharp): Promise<EncodedPicture> {
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width }
}

const read = (source: PictureSource) =>
  sharp(source, { limitInputPixels: PIXEL_LIMIT, failOn: 'error', sequentialRead: true })

const within = (edge: number, width: number) => ({ width: Math.min(edge, width) })

/** Checks format, frames and dimensions from the header, before any pixel is decoded. */
async function checkHeader(source: PictureSource, minLongEdge: number) {
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
  if (/pixel limit/i.test(String(error))) {
    return new PictureError('This picture has more than 40 megapixels. Please make it smaller.')
  }
  return unreadableError()
}
