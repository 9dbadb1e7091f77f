import { setTimeout as pause } from 'node:timers/promises'
import type { AppContext } from '../../start/app-context.ts'
import { NO_LOOK, lookOfBytes } from './perceptual-hash.ts'
import { storedFilesRepository } from '../uploads/stored-files.repository.ts'

const EVERY_SECONDS = 300
const AT_A_TIME = 60
const BREATH_MS = 20

/** Notes how older pictures look, a few at a time, so that newer ones can be told from them. */
export function pictureLooks({ db, jobs, storage, log }: AppContext) {
  jobs.every('picture-looks', EVERY_SECONDS, async () => {
    const repository = storedFilesRepository(db)
    for (const { id, key } of await repository.withoutLook(AT_A_TIME)) {
      const look = await storage
        .read(key)
        .then(lookOfBytes)
        .catch((error: unknown) => {
          log.warn('picture.look', { file_id: id, error })
          return NO_LOOK
        })
      await repository.noteLook(id, look)
      await pause(BREATH_MS)
    }
  })
}
