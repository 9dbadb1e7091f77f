import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { extname, join } from 'node:path'
import type { Db } from '../../db/database.ts'
import { imageWorker, type ImageWorker } from '../../files/pictures/picture-workers.ts'
import {
  enqueuePictureSizes,
  imageIngest,
  storeInitialSizes,
} from '../../files/pictures/picture-jobs.ts'
import { newStorageKey } from '../../files/storage/storage.ts'
import type { AppContext } from '../../start/app-context.ts'
import { originalsRepository, picturesRepository, type PictureKind } from './content.repository.ts'
import type { Load } from './rows.repository.ts'
import { picturesOf } from './read/programme-checks.ts'
import type { Programme } from './read/programme-files.ts'

/** Stores the original files of the programme's pictures. They are exported, never shown. */
export async function storeOriginals(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  folder: string,
  pictures: readonly PictureFile[],
): Promise<void> {
  const repository = originalsRepository(db)
  const missing = await repository.withoutOriginal()
  for (const { file, kind, sha256 } of pictures) {
    if (kind !== 'programme' || !missing.has(sha256)) continue
    const key = newStorageKey(extname(file).slice(1).toLowerCase() || 'jpg')
    await storage.put(key, await readFile(join(folder, file)))
    await repository.setOriginal(sha256, key)
  }
}

// Two cores encode while a third picture is read.
const CONCURRENCY = 3
const MAX_WORKERS = 4
// Low effort: the pictures are encoded at or right after the first start, where seconds count more than bytes.
const WEBP_EFFORT = 1

/** A picture that the files name; `sha256` is the hash (hex) of its bytes. */
export type PictureFile = { file: string; kind: PictureKind; sha256: string }

/** Lists the pictures that the files name, once per kind, with their hashes. */
export async function listPictureFiles(programme: Programme): Promise<PictureFile[]> {
  const named = new Map(
    picturesOf(programme).map(({ file, owner }) => {
      const kind: PictureKind = owner ? 'entry_image' : 'programme'
      return [`${kind} ${file}`, { file, kind }] as const
    }),
  )
  return Promise.all(
    [...named.values()].map(async ({ file, kind }) => ({
      file,
      kind,
      sha256: await programme.origin.hashPicture(file),
    })),
  )
}

type StoreOptions = {
  /** Called after each picture. */
  onProgress?: ((done: number, total: number) => void) | undefined
  /** Makes only thumbnail and full JPEG now; jobs of this queue make the other sizes once the site answers. */
  deferredTo?: AppContext['jobs'] | undefined
}

/** Encodes and stores missing pictures. Idempotent: an interrupted run continues where it stopped. */
export async function storePictures(
  { db, storage }: Pick<AppContext, 'db' | 'storage'>,
  folder: string,
  pictures: readonly PictureFile[],
  { onProgress, deferredTo }: StoreOptions = {},
): Promise<void> {
  const repository = picturesRepository(db)
  const storedIds = await repository.stored()
  const missing = pictures.filter((picture) => !storedIds.has(pictureKey(picture)))
  const queue = [...missing]
  let done = 0
  const work = async (store: (picture: PictureFile, bytes: Buffer) => Promise<unknown>) => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      await store(next, await readFile(join(folder, next.file)))
      done += 1
      onProgress?.(done, missing.length)
    }
  }

  const pipeline = imageIngest(storage)
  async function storeAll(picture: PictureFile, bytes: Buffer) {
    const stored = await pipeline.ingest(bytes, { effort: WEBP_EFFORT })
    await repository.insert(picture, { ...stored, bytes: bytes.length })
  }
  if (!deferredTo) {
    await Promise.all(Array.from({ length: CONCURRENCY }, () => work(storeAll)))
    return
  }

  // In child processes: the pixels of 150 pictures would make this one collect its whole heap again and again.
  const workers = Array.from({ length: Math.min(availableParallelism(), MAX_WORKERS) }, imageWorker)
  const storeInitial = (worker: ImageWorker) => async (picture: PictureFile, bytes: Buffer) => {
    const stored = await storeInitialSizes(storage, await worker.makeInitial(bytes))
    await db.transaction().execute(async (trx) => {
      const id = await picturesRepository(trx).insert(picture, { ...stored, bytes: bytes.length })
      await enqueuePictureSizes(deferredTo, trx, id, WEBP_EFFORT)
    })
  }
  await Promise.all(workers.map((worker) => work(storeInitial(worker)))).finally(() => {
    for (const worker of workers) worker.close()
  })
}

/** Returns a lookup of stored pictures. A dry run inserts placeholders for missing ones, rolled back with it. */
export async function pictureFinder(db: Db, pictures: readonly PictureFile[], isPlan: boolean) {
  const repository = picturesRepository(db)
  let storedIds = await repository.stored()
  const missing = pictures.filter((picture) => !storedIds.has(pictureKey(picture)))
  if (isPlan) for (const picture of missing) await repository.insertPlanned(picture)
  if (isPlan && missing.length > 0) storedIds = await repository.stored()

  const keys = new Map(
    pictures.map((picture) => [`${picture.kind} ${picture.file}`, pictureKey(picture)]),
  )
  const find = (file: string, kind: PictureKind = 'programme'): string => {
    const id = storedIds.get(keys.get(`${kind} ${file}`) ?? '')
    if (!id) throw new Error(`The picture ${file} is not stored`)
    return id
  }
  return { find, missing: missing.length }
}

/** What crops keep of the pictures that `pictures.yaml` names; of others it stays as it is. */
export async function putFocus({ trx, programme, picture, changes, counts }: Load) {
  const table = 'stored_files'
  for (const { file, focus } of programme.pictures.value) {
    const id = picture(file)
    const was = await picturesRepository(trx).setFocus(id, focus)
    if (!was) continue
    changes.push({
      kind: 'changed',
      table,
      key: [id],
      before: { focus: was.before },
      after: { focus },
    })
  }
  counts.set(table, programme.pictures.value.length)
}

const pictureKey = ({ kind, sha256 }: Pick<PictureFile, 'kind' | 'sha256'>) => `${kind} ${sha256}`
