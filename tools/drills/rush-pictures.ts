import { randomBytes } from 'node:crypto'
import { largePictures } from '../../e2e/src/harness/large-pictures.ts'

/** Different views; what people send looks like what few others send. */
const VIEWS = 24
/** Where the bytes of different people differ. */
const TAIL_BYTES = 16

/** Photographs, made before anybody comes. */
export async function cameraPictures(perPerson: number) {
  const views = await largePictures(Math.max(VIEWS, perPerson))
  const view = (index: number) => views[index % views.length] ?? Buffer.alloc(0)
  return {
    megabytes: views.reduce((sum, { length }) => sum + length, 0) / views.length / 1e6,
    /** The pictures of one person, of bytes that nobody else sends; each is made when it is sent. */
    ofOne: (person: number) =>
      Array.from({ length: perPerson }, (_, index) => () => {
        return Buffer.concat([view(person * perPerson + index), randomBytes(TAIL_BYTES)])
      }),
  }
}
