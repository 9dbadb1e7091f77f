import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

const COUNT = 5
const SIZE = { width: 2_400, height: 1_600 }

/** Five pictures of about two megabytes, as many as an entry has on average. */
export const largePictures = () => Promise.all(Array.from({ length: COUNT }, picture))

/** Noise at a coarse grain: as hard to pack as a photograph of that size. */
async function picture(_: unknown, index: number): Promise<Buffer> {
  const [width, height] = [SIZE.width / 2, SIZE.height / 2 + index]
  const raw = { width, height, channels: 3 as const }
  return sharp(randomBytes(width * height * 3), { raw })
    .resize(SIZE.width, SIZE.height, { fit: 'fill' })
    .jpeg({ quality: 80 })
    .toBuffer()
}
