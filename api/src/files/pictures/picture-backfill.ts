import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import type { AppContext } from '../../start/app-context.ts'
import { storedFilesRepository } from '../uploads/stored-files.repository.ts'
import type { ImageWorker } from './image-worker.ts'
import { NO_HASH, perceptualHashOfBytes } from './perceptual-hash.ts'
import { PictureVariants } from './picture.ts'
import { hasPlaceholderSizes, storeLater } from './ingest-image.ts'

const JOB = 'picture-sizes'

/** The sizes of a picture that are made after it was confirmed, one picture at a time. */
export function pictureSizes({ db, jobs, storage }: AppContext, pictures: ImageWorker) {
  jobs.handle(
    JOB,
    async ({ file_id }) => {
      const repository = storedFilesRepository(db)
      const file = await repository.find(String(file_id))
      const known = PictureVariants.safeParse(file?.variants).data
      if (!file || !known || !hasPlaceholderSizes(known)) return
      const made = await pictures.later(await storage.read(known.full_jpeg.key))
      const sizes = await storeLater(storage, made)
      if (await repository.replaceStandIns(file.id, known.full_jpeg.key, sizes)) return
      for (const { key } of Object.values(sizes)) await storage.remove(key)
    },
    { isSlow: true },
  )
  return {
    /** In the transaction that confirms the picture. */
    prepare: (trx: Db, fileId: string) => jobs.enqueue(trx, JOB, { file_id: fileId }),
  }
}

export type PictureSizes = ReturnType<typeof pictureSizes>

const EVERY_SECONDS = 300
const AT_A_TIME = 60
const BREATH_MS = 20

/** Notes how older pictures look, a few at a time, so that newer ones can be told from them. */
export function backfillPerceptualHashes({ db, jobs, storage, log }: AppContext) {
  jobs.every('picture-looks', EVERY_SECONDS, async () => {
    const repository = storedFilesRepository(db)
    for (const { id, key } of await repository.withoutLook(AT_A_TIME)) {
      const look = await storage
        .read(key)
        .then(perceptualHashOfBytes)
        .catch((error: unknown) => {
          log.warn('picture.look', { file_id: id, error })
          return NO_HASH
        })
      await repository.noteLook(id, look)
      await pause(BREATH_MS)
    }
  })
}
