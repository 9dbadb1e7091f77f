import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import type { AppContext } from '../../start/app-context.ts'
import { storedFilesRepository } from '../uploads/stored-files.repository.ts'
import type { ImageWorker } from './image-worker.ts'
import { NO_HASH, perceptualHashOfBytes } from './perceptual-hash.ts'
import { PictureVariants } from './picture.ts'
import { hasPlaceholderSizes, storeDeferredSizes } from './ingest-image.ts'

const JOB = 'picture-sizes'

/** Mounts the job that makes the deferred sizes of a picture. */
export function pictureSizes({ db, jobs, storage }: AppContext, pictures: ImageWorker) {
  jobs.handle(
    JOB,
    async ({ file_id }) => {
      const repository = storedFilesRepository(db)
      const file = await repository.find(String(file_id))
      const variants = PictureVariants.safeParse(file?.variants).data
      if (!file || !variants || !hasPlaceholderSizes(variants)) return
      const made = await pictures.makeDeferred(await storage.read(variants.full_jpeg.key))
      const sizes = await storeDeferredSizes(storage, made)
      if (await repository.replacePlaceholderSizes(file.id, variants.full_jpeg.key, sizes)) return
      for (const { key } of Object.values(sizes)) await storage.remove(key)
    },
    { isSlow: true },
  )
  return {
    /** Call in the transaction that marks the file `ready`. */
    enqueue: (trx: Db, fileId: string) => jobs.enqueue(trx, JOB, { file_id: fileId }),
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
    for (const { id, key } of await repository.withoutHash(BATCH)) {
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
