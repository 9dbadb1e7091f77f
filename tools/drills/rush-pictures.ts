import { randomBytes } from 'node:crypto'
import { largePictures } from '../../e2e/src/harness/large-pictures.ts'

/** Where the bytes of different people differ. */
const TAIL_BYTES = 16

/** Photographs, made before anybody comes. */
export async function cameraPictures(count: number) {
  const pictures = await largePictures(count)
  return {
    megabytes: pictures.reduce((sum, { length }) => sum + length, 0) / pictures.length / 1e6,
    /** The pictures of one person, of bytes that nobody else sends; each is made when it is sent. */
    ofOne: () => pictures.map((bytes) => () => Buffer.concat([bytes, randomBytes(TAIL_BYTES)])),
  }
}
