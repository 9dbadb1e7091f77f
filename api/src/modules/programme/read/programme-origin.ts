import { createHash } from 'node:crypto'
import { access, readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { errorCode, StartError } from '../../../lib/errors.ts'

/** Where the files of a programme come from: a folder, or the documents of the organiser's desk. */
export type ProgrammeOrigin = {
  /** The text of a file; undefined without one. */
  text: (file: string) => Promise<string | undefined>
  /** Files below a folder that end so, or its sub-folders for `undefined`; sorted by name. */
  list: (below: string, extension: string | undefined) => Promise<string[]>
  findPicture: (file: string) => Promise<'found' | 'missing' | 'outside'>
  /** SHA-256 (hex) of the bytes of a picture. */
  hashPicture: (file: string) => Promise<string>
}

/** A programme folder on the disk. Throws StartError if there is none. */
export async function openFolder(folder: string): Promise<ProgrammeOrigin> {
  if (!(await isFolder(folder))) {
    throw new StartError(`There is no folder ${folder}. Name the folder that holds programme.yaml.`)
  }
  return {
    text: (file) => readFile(join(folder, file), 'utf8').catch(orIfMissing(undefined)),
    async list(below, extension) {
      const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(
        orIfMissing([]),
      )
      return entries
        .filter((entry) =>
          extension === undefined ? entry.isDirectory() : entry.name.endsWith(extension),
        )
        .map(({ name }) => `${below}/${name}`)
        .sort()
    },
    async findPicture(file) {
      if (!resolve(folder, file).startsWith(resolve(folder) + sep)) return 'outside'
      return access(join(folder, file)).then(
        () => 'found',
        () => 'missing',
      )
    },
    hashPicture: async (file) =>
      createHash('sha256')
        .update(await readFile(join(folder, file)))
        .digest('hex'),
  }
}

/** Texts by file, with pictures that are stored already: file → SHA-256 (hex). */
export function openTexts(
  texts: ReadonlyMap<string, string>,
  pictures: ReadonlyMap<string, string>,
): ProgrammeOrigin {
  const files = [...texts.keys()].sort()
  return {
    text: async (file) => texts.get(file),
    async list(below, extension) {
      const inner = files.filter((file) => file.startsWith(`${below}/`))
      if (extension !== undefined) {
        return inner.filter(
          (file) => !file.slice(below.length + 1).includes('/') && file.endsWith(extension),
        )
      }
      const deeper = inner.map((file) => file.slice(below.length + 1).split('/'))
      const names = deeper.flatMap(([name, rest]) => (rest === undefined ? [] : [name ?? '']))
      return [...new Set(names)].map((name) => `${below}/${name}`)
    },
    findPicture: async (file) => (pictures.has(file) ? 'found' : 'missing'),
    async hashPicture(file) {
      const hash = pictures.get(file)
      if (!hash) throw new Error(`The picture ${file} is not stored`)
      return hash
    },
  }
}

const orIfMissing =
  <T>(otherwise: T) =>
  (error: unknown): T => {
    if (errorCode(error) !== 'ENOENT') throw error
    return otherwise
  }

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
