import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import type { AvifAnswer, AvifTask } from './picture-workers.ts'
import { placeholderOf } from './image-processing.ts'

// Child process of the lowest priority: requests and the database come first.
setPriority(constants.priority.PRIORITY_LOW)
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'] })

/** Sources are stored JPEGs, whose longer side has at most 2400 pixels. */
const PIXEL_LIMIT = 2_400 * 2_400
/** Effort 3 takes nearly twice as long and saves 8 % of the bytes. */
const EFFORT = 2
const QUALITY = 52

async function encode({ source, widths }: AvifTask): Promise<AvifAnswer> {
  try {
    const { data, info } = await sharp(source, { limitInputPixels: PIXEL_LIMIT })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const pixels = () => sharp(data, { raw: { width, height, channels } })
    const pictures: Buffer[] = []
    for (const target of widths) {
      const resized = pixels().resize({ width: Math.min(target, width) })
      pictures.push(await resized.avif({ quality: QUALITY, effort: EFFORT }).toBuffer())
    }
    return { pictures, placeholder: await placeholderOf(pixels()) }
  } catch (error) {
    return { failure: String(error) }
  }
}

process.on('message', (task: AvifTask) => {
  void encode(task).then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit())
