import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

const SIZE = { width: 4_000, height: 3_000 }

/** Photographs as cameras make them, twelve megapixels in two to four megabytes. */
export const largePictures = (count: number) =>
  Promise.all(Array.from({ length: count }, photograph))

/** Noise at a coarse grain: as hard to pack as a photograph of that size. */
async function photograph(): Promise<Buffer> {
  const [width, height] = [SIZE.width / 2, SIZE.height / 2]
  const raw = { width, height, channels: 3 as const }
  return sharp(randomBytes(width * height * 3), { raw })
    .blur(0.6)
    .resize(SIZE.width, SIZE.height, { fit: 'fill' })
    .jpeg({ quality: 45 })
    .toBuffer()
}
