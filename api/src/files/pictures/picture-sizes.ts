import type { AppContext } from '../../start/app-context.ts'
import type { Db } from '../../db/database.ts'
import type { ImageWorker } from './image-worker.ts'
import { PictureVariants } from './picture.ts'
import { hasStandIns, storeLater } from './store-picture.ts'
import { storedFilesRepository } from '../uploads/stored-files.repository.ts'

const JOB = 'picture-sizes'

/** The sizes of a picture that are made after it was confirmed, one picture at a time. */
export function pictureSizes({ db, jobs, storage }: AppContext, pictures: ImageWorker) {
  jobs.handle(
    JOB,
    async ({ file_id }) => {
      const repository = storedFilesRepository(db)
      const file = await repository.find(String(file_id))
      const known = PictureVariants.safeParse(file?.variants).data
      if (!file || !known || !hasStandIns(known)) return
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
