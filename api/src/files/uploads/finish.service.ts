import type { UploadedFile } from '@awards/shared/contract'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { FileKeeper } from './keep-file.ts'
import { withReceivedBytes } from './receive-bytes.ts'
import type { PartialFiles } from './partial-files.ts'
import { storedFilesRepository } from './stored-files.repository.ts'
import type { StoredFileRow } from './stored-files.repository.ts'
import { refuseExpired, unknownUpload } from './upload.service.ts'

/** The end of a resumable upload: what has arrived is checked and stored, as often as it is asked for. */
export function finishService(
  { db, clock }: AppContext,
  { files, keeper, folder }: { files: PartialFiles; keeper: FileKeeper; folder: string },
) {
  // The same question asked twice at once decodes the picture once.
  const underway = new Map<string, Promise<UploadedFile>>()

  async function check(file: StoredFileRow, name: string): Promise<UploadedFile> {
    const [bytes, wanted] = [await files.size(name), Number(file.bytes)]
    if (bytes < wanted) {
      throw new BusinessError(
        409,
        'This file has not arrived whole. Please go on with the upload.',
        {
          reason: 'INCOMPLETE',
          offset: bytes,
          size: wanted,
        },
      )
    }
    try {
      const answer = await withReceivedBytes(folder, files.open(name), wanted, (received) =>
        keeper.receive(file, received),
      )
      await files.remove(name)
      return answer
    } catch (error) {
      if (error instanceof BusinessError && error.code === 422) {
        await files.remove(name)
        // Damage happens on the way; everything else is in the file, and stays.
        if (error.data?.reason !== 'DAMAGED') await storedFilesRepository(db).refuse(file.id)
        throw error
      }
      // Another process may have been asked the same, and have taken the pieces away already.
      const now = await storedFilesRepository(db).find(file.id)
      if (now?.status !== 'ready') throw error
      return keeper.describe(now)
    }
  }

  return {
    async finish(actor: Actor, { file_id }: { file_id: string }): Promise<UploadedFile> {
      const file = await storedFilesRepository(db).find(file_id)
      if (!file || file.owner_id !== actor.id || !file.upload_token_hash) throw unknownUpload()
      if (file.status === 'ready') return keeper.describe(file)
      refuseExpired(file, clock())
      const name = file.upload_token_hash.toString('hex')
      const running = underway.get(name) ?? check(file, name).finally(() => underway.delete(name))
      underway.set(name, running)
      return running
    },
  }
}
