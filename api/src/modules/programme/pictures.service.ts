import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Db } from '../../db/database.ts'
import { imageIngest } from '../../files/pictures/ingest-image.ts'
import { newStorageKey } from '../../files/storage/storage.ts'
import type { AppContext } from '../../start/app-context.ts'
import {
  pictureSourcesRepository,
  picturesRepository,
  type PictureKind,
} from './pictures.repository.ts'
import { picturesOf } from './read/programme-checks.ts'
import type { Programme } from './read/programme-files.ts'

/** Keeps the programme's own pictures as they were given. They are never shown, only exported. */
export async function keepSources(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  folder: string,
  wanted: readonly WantedPicture[],
): Promise<void> {
  const repository = pictureSourcesRepository(db)
  const unkept = await repository.unkept()
  for (const { file, kind, sha256 } of wanted) {
    if (kind !== 'programme' || !unkept.has(sha256)) continue
    const key = newStorageKey(extname(file).slice(1).toLowerCase() || 'jpg')
    await storage.put(key, await readFile(join(folder, file)))
    await repository.keep(sha256, key)
  }
}

// Two cores encode; a third picture is read meanwhile.
const AT_ONCE = 3
// Programme pictures are prepared at the first start, where seconds count more than bytes.
const WEBP_EFFORT = 1

/** A picture of the files, not yet known to be stored. */
export type WantedPicture = { file: string; kind: PictureKind; sha256: string }

/** Every picture the files name, once each per kind, with the hash by which it is found again. */
export async function wantedPictures(programme: Programme): Promise<WantedPicture[]> {
  const named = new Map(
    picturesOf(programme).map(({ file, owner }) => {
      const kind: PictureKind = owner ? 'entry_image' : 'programme'
      return [`${kind} ${file}`, { file, kind }] as const
    }),
  )
  return Promise.all(
    [...named.values()].map(async ({ file, kind }) => {
      const bytes = await readFile(join(programme.folder, file))
      return { file, kind, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )
}

/** Stores what is not stored yet; a run that was interrupted goes on where it stopped. */
export async function storePictures(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  folder: string,
  wanted: readonly WantedPicture[],
  tell: (done: number, total: number) => void,
): Promise<void> {
  const repository = picturesRepository(db)
  const known = await repository.stored()
  const missing = wanted.filter((picture) => !known.has(pictureKey(picture)))
  const pipeline = imageIngest(storage)
  const queue = [...missing]
  let done = 0
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const bytes = await readFile(join(folder, next.file))
      const stored = await pipeline.ingest(bytes, { effort: WEBP_EFFORT })
      await repository.insert(next, { ...stored, bytes: bytes.length })
      done += 1
      tell(done, missing.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Looks a picture up among the stored ones. In a plan, what is missing gets a row that is never kept. */
export async function pictureFinder(db: Db, wanted: readonly WantedPicture[], isPlan: boolean) {
  const repository = picturesRepository(db)
  let known = await repository.stored()
  const missing = wanted.filter((picture) => !known.has(pictureKey(picture)))
  if (isPlan) for (const picture of missing) await repository.insertPlanned(picture)
  if (isPlan && missing.length > 0) known = await repository.stored()

  const keys = new Map(
    wanted.map((picture) => [`${picture.kind} ${picture.file}`, pictureKey(picture)]),
  )
  const find = (file: string, kind: PictureKind = 'programme'): string => {
    const id = known.get(keys.get(`${kind} ${file}`) ?? '')
    if (!id) throw new Error(`The picture ${file} is not stored`)
    return id
  }
  return { find, missing: missing.length }
}

const pictureKey = ({ kind, sha256 }: Pick<WantedPicture, 'kind' | 'sha256'>) => `${kind} ${sha256}`
