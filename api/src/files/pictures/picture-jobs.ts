import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import type { AppContext } from '../../start/app-context.ts'
import { storedFilesRepository } from '../uploads/stored-files.repository.ts'
import type { ImageWorker } from './picture-workers.ts'
import { NO_HASH } from './perceptual-hash.ts'
import { PictureVariants } from './picture.ts'
import { newStorageKey, type Storage } from '../storage/storage.ts'
import type { InitialPicture, DeferredSizes, EncodedPicture } from './image-processing.ts'

const JOB = 'picture-sizes'
/** No request waits for the deferred sizes of an upload, so smaller files are worth the time. */
const UPLOAD_EFFORT = 4

/** Enqueues the deferred sizes of a picture; call it in the transaction that marks the file `ready`. */
export const enqueuePictureSizes = (
  jobs: Pick<AppContext['jobs'], 'enqueue'>,
  trx: Db,
  fileId: string,
  effort = UPLOAD_EFFORT,
) => jobs.enqueue(trx, JOB, { file_id: fileId, effort })

/** Mounts the job that makes the deferred sizes of a picture. */
export function pictureSizes({ db, jobs, storage }: AppContext, pictures: ImageWorker) {
  jobs.handle(
    JOB,
    async ({ file_id, effort = UPLOAD_EFFORT }) => {
      const repository = storedFilesRepository(db)
      const file = await repository.find(String(file_id))
      const variants = PictureVariants.safeParse(file?.variants).data
      if (!file || !variants || !hasPlaceholderSizes(variants)) return
      const source = await storage.read(variants.full_jpeg.key)
      const made = await pictures.makeDeferred(source, Number(effort))
      const sizes = await storeDeferredSizes(storage, made)
      if (await repository.replacePlaceholderSizes(file.id, variants.full_jpeg.key, sizes)) return
      for (const { key } of Object.values(sizes)) await storage.remove(key)
    },
    { lane: 'slow' },
  )
  return {
    /** Call in the transaction that marks the file `ready`. */
    enqueue: (trx: Db, fileId: string) => enqueuePictureSizes(jobs, trx, fileId),
  }
}

export type PictureSizes = ReturnType<typeof pictureSizes>

const EVERY_SECONDS = 300
const BATCH = 60
const PAUSE_MS = 20

/** Periodic job: computes the missing hashes of older pictures in batches, so that similar uploads are found. */
export function backfillPerceptualHashes({ db, jobs, storage, log }: AppContext) {
  jobs.every('picture-looks', EVERY_SECONDS, async () => {
    const repository = storedFilesRepository(db)
    const missing = await repository.withoutHash(BATCH)
    if (missing.length === 0) return
    const { perceptualHashOfBytes } = await import('./image-processing.ts')
    for (const { id, key } of missing) {
      const phash = await storage
        .read(key)
        .then(perceptualHashOfBytes)
        .catch((error: unknown) => {
          log.warn('picture.look', { file_id: id, error })
          return NO_HASH
        })
      await repository.setHash(id, phash)
      await pause(PAUSE_MS)
    }
  })
}

/** A stored picture; `variants` has the storage key of each size. */
export type StoredPicture = Omit<InitialPicture, 'thumb' | 'full_jpeg' | 'placeholder'> & {
  variants: PictureVariants
}

const store = async (storage: Storage, { bytes, width }: EncodedPicture, extension: string) => {
  const key = newStorageKey(extension)
  await storage.put(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return { key, width, bytes: bytes.length }
}

/** Stores thumbnail and full JPEG; the JPEG serves as card and full until the deferred sizes exist. */
export async function storeInitialSizes(
  storage: Storage,
  first: InitialPicture,
): Promise<StoredPicture> {
  const { thumb, full_jpeg, placeholder, ...picture } = first
  const [small, jpeg] = await Promise.all([
    store(storage, thumb, 'webp'),
    store(storage, full_jpeg, 'jpg'),
  ])
  const variants = { thumb: small, card: jpeg, full: jpeg, full_jpeg: jpeg, placeholder }
  return { ...picture, variants }
}

/** True while the JPEG serves as the sizes card and full. */
const hasPlaceholderSizes = ({ full, full_jpeg }: PictureVariants) => full.key === full_jpeg.key

/** Stores the deferred sizes, and returns them as variants. */
async function storeDeferredSizes(storage: Storage, { card, full }: DeferredSizes) {
  const [middle, large] = await Promise.all([
    store(storage, card, 'webp'),
    store(storage, full, 'webp'),
  ])
  return { card: middle, full: large }
}

/** Stores all sizes of a programme's own picture at once; decodes in this process, since the file is trusted. */
export function imageIngest(storage: Storage) {
  return {
    async ingest(source: Buffer, { effort = 4 } = {}): Promise<StoredPicture> {
      // Loads sharp where it is used: a server that makes no picture itself starts without it.
      const { makeInitialSizes, makeDeferredSizes } = await import('./image-processing.ts')
      const first = await makeInitialSizes(source, {})
      const stored = await storeInitialSizes(storage, first)
      const later = await storeDeferredSizes(
        storage,
        await makeDeferredSizes(first.full_jpeg.bytes, effort),
      )
      return { ...stored, variants: { ...stored.variants, ...later } }
    },
  }
}
