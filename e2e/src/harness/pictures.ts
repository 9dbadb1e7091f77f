import { join } from 'node:path'
import sharp from 'sharp'

const SIZE = { width: 1600, height: 1100 }
const COLOURS = ['#8a5a2b', '#2f5d62', '#b5442e', '#d9c9a3', '#3a3a52', '#7d8f69']

/**
 * Real photographs' stand-ins on the disk: JPEG files large enough to be taken, each with bytes and
 * looks of its own.
 */
export async function makePictures(folder: string, count: number, name = 'view') {
  const files: string[] = []
  for (let index = 0; index < count; index += 1) {
    const file = join(folder, `${name}-${index + 1}.jpg`)
    await sharp(drawing(index)).jpeg({ quality: 88 }).toFile(file)
    files.push(file)
  }
  return files
}

/** A composition of shapes that stands differently in each picture. */
function drawing(index: number): Buffer {
  const { width, height } = SIZE
  const colour = (shift: number) => COLOURS[(index + shift) % COLOURS.length]
  const shapes = Array.from({ length: 7 }, (_, shape) => {
    const left = (shape * 397 + index * 631) % width
    const top = (shape * 211 + index * 317) % height
    return `<circle cx="${left}" cy="${top}" r="${90 + ((shape * 53 + index * 71) % 240)}"
      fill="${colour(shape + 1)}"/>`
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
       <rect width="${width}" height="${height}" fill="${colour(0)}"/>${shapes.join('')}
     </svg>`,
  )
}
