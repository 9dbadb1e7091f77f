import { createHash, randomBytes } from 'node:crypto'
import type { Parsed, uploads, UploadedFile } from '@awards/shared/contract'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { AppContext } from '../../start/app-context.ts'
import { requireDiskSpace, reserveQuota } from './upload-limits.ts'
import { withReceivedBytes, type UploadStore } from './store-upload.ts'
import type { PartialFiles } from './partial-files.ts'
import { storedFilesRepository, type StoredFileRow } from './stored-files.repository.ts'

const LONGEST = 200

/** The last part of a given name, without what could end a line or a folder; kept to be shown alone. */
function fileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return clean.replace(/^\.+/, '').slice(0, LONGEST) || 'file'
}

/** A new address for bytes; only its digest is kept. */
const newUploadToken = (): string => randomBytes(32).toString('base64url')

export const uploadDigest = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The name under which the bytes of an upload lie until it is whole. */
export const uploadName = (token: string): string => uploadDigest(token).toString('hex')

/** Long enough to come back the next morning to what a bad line could not carry. */
const LIFE_MS = 24 * 3_600_000
/** Ten pictures and a PDF for each of forty entries, and as many that are cropped or chosen again. */
export const PER_DAY = { points: 1_000, seconds: 86_400 }

/** Bytes take two steps: a signed-in call hands out an address, and another request brings them there. */
export function uploadService({ config, db, clock, limits }: AppContext) {
  const requireRoomFor = (bytes: number) =>
    requireDiskSpace(config.dataDir, bytes, config.diskReserve)
  return {
    async sign(actor: Actor, input: Parsed<typeof uploads.sign>) {
      await requireRoomFor(input.size)
      await limits.take('upload', actor.id, PER_DAY)
      const token = newUploadToken()
      const now = clock()
      const expires = new Date(now.getTime() + LIFE_MS)
      const file = await db.transaction().execute(async (trx) => {
        await reserveQuota(trx, { owner: actor.id, bytes: input.size, now })
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

const unknownUpload = () =>
  new BusinessError(404, 'There is no such upload. Please choose the file again.')

/** An upload that was refused or has had its time takes no more bytes; one that is stored stays. */
function refuseExpired(file: StoredFileRow, now: Date) {
  if (file.status === 'ready') return
  const isOver = file.upload_expires_at !== null && file.upload_expires_at <= now
  if (isOver || file.status === 'refused') {
    throw new BusinessError(410, 'This upload is over. Please choose the file again.')
  }
}

/** The end of a resumable upload: what has arrived is checked and stored, as often as it is asked for. */
export function finishService(
  { db, clock }: AppContext,
  { files, keeper, folder }: { files: PartialFiles; keeper: UploadStore; folder: string },
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
