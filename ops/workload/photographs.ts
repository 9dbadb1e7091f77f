import { createCipheriv, createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'

const FOLDER = resolve(import.meta.dirname, '../../programme/images/entries')
const OF_THE_DEMO = ['01-MOB-hero.jpg', '01-MOB-detail.jpg', '01-MOB-context.jpg']
const SIZE = { width: 4_000, height: 3_000 }
/** Different views; what people send looks like what few others send. */
const VIEWS = 24
/** Where the bytes of different people differ. */
const TAIL_BYTES = 16

/** A photograph whose bytes are made when they are sent. */
export type Photograph = () => Buffer

/** Three small photographs of the demo programme, as many as an entry needs. */
export const demoPhotographs: readonly Photograph[] = OF_THE_DEMO.map(
  (name) => () => readFileSync(join(FOLDER, name)),
)

/** Photographs as cameras make them, twelve megapixels in two to four megabytes; the seed decides their bytes. */
export const largePhotographs = (count: number, seed: string): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => photograph(`${seed} ${index}`)))

/** Large photographs for many people, made before anybody comes. */
export async function cameraPhotographs(perPerson: number, seed: string) {
  const views = await largePhotographs(Math.max(VIEWS, perPerson), seed)
  const view = (index: number) => views[index % views.length] ?? Buffer.alloc(0)
  return {
    megabytes: views.reduce((sum, { length }) => sum + length, 0) / views.length / 1e6,
    /** Those of one person, of bytes that nobody else sends. */
    ofOne: (person: number): Photograph[] =>
      Array.from({ length: perPerson }, (_, index) => () => {
        const tail = seededBytes(`${seed} ${person} ${index}`, TAIL_BYTES)
        return Buffer.concat([view(person * perPerson + index), tail])
      }),
  }
}

/** Noise at a coarse grain: as hard to pack as a photograph of that size. */
async function photograph(seed: string): Promise<Buffer> {
  const [width, height] = [SIZE.width / 2, SIZE.height / 2]
  const raw = { width, height, channels: 3 as const }
  return sharp(seededBytes(seed, width * height * 3), { raw })
    .blur(0.6)
    .resize(SIZE.width, SIZE.height, { fit: 'fill' })
    .jpeg({ quality: 45 })
    .toBuffer()
}

/** Noise that is the same for the same seed: the key stream of AES in counter mode. */
function seededBytes(seed: string, length: number): Buffer {
  const key = createHash('sha256').update(seed).digest().subarray(0, 16)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}
