import type { Parsed, uploads } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { requireRoom } from './disk-room.ts'
import { fileName } from './file-name.ts'
import { storedFilesRepository } from './stored-files.repository.ts'
import type { StoredFileRow } from './stored-files.repository.ts'
import { takeRoom } from './upload-quota.ts'
import { newUploadToken, uploadDigest } from './upload-token.ts'

/** Long enough to come back the next morning to what a bad line could not carry. */
const LIFE_MS = 24 * 3_600_000
/** Ten pictures and a PDF for each of forty entries, and as many that are cropped or chosen again. */
export const PER_DAY = { points: 1_000, seconds: 86_400 }

/** Bytes take two steps: a signed-in call hands out an address, and another request brings them there. */
export function uploadService({ config, db, clock, limits }: AppContext) {
  const requireRoomFor = (bytes: number) => requireRoom(config.dataDir, bytes, config.diskReserve)
  return {
    async sign(actor: Actor, input: Parsed<typeof uploads.sign>) {
      await requireRoomFor(input.size)
      await limits.take('upload', actor.id, PER_DAY)
      const token = newUploadToken()
      const now = clock()
      const expires = new Date(now.getTime() + LIFE_MS)
      const file = await db.transaction().execute(async (trx) => {
        await takeRoom(trx, { owner: actor.id, bytes: input.size, now })
        return storedFilesRepository(trx).add({
          owner_id: actor.id,
          purpose: input.purpose,
          original_name: fileName(input.filename),
          bytes: input.size,
          sha256: input.sha256 ? Buffer.from(input.sha256, 'hex') : null,
          upload_token_hash: uploadDigest(token),
          upload_expires_at: expires,
          created_at: now,
        })
      })
      return {
        file_id: file.id,
        url: `/files/upload/${token}`,
        resume_url: `/files/resume/${token}`,
        expires_at: expires.toISOString(),
      }
    },

    /** The announced file, before its bytes are read. */
    async announced(digest: Buffer): Promise<StoredFileRow> {
      const file = await storedFilesRepository(db).findByUpload(digest)
      if (!file) throw unknownUpload()
      refuseExpired(file, clock())
      if (file.status !== 'ready') await requireRoomFor(Number(file.bytes))
      return file
    },
  }
}

export type UploadService = ReturnType<typeof uploadService>

export const unknownUpload = () =>
  new BusinessError(404, 'There is no such upload. Please choose the file again.')

/** An upload that was refused or has had its time takes no more bytes; one that is stored stays. */
export function refuseExpired(file: StoredFileRow, now: Date) {
  if (file.status === 'ready') return
  const isOver = file.upload_expires_at !== null && file.upload_expires_at <= now
  if (isOver || file.status === 'refused') {
    throw new BusinessError(410, 'This upload is over. Please choose the file again.')
  }
}
