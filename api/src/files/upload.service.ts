import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Parsed, UploadedFile, uploads } from '@awards/shared/contract'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import type { AppContext } from '../app/app-context.ts'
import type { Actor } from '../app/actor.ts'
import { BusinessError } from '../app/business-error.ts'
import { gate } from './gate.ts'
import { PictureError, imagePipeline } from './image-pipeline.ts'
import { toPicture } from './picture.ts'
import { newStorageKey } from './storage-key.ts'
import { storedFilesRepository } from './stored-files.repository.ts'
import type { StoredFileRow } from './stored-files.repository.ts'

const HOUR_MS = 3_600_000
const QUOTA = { points: 400, seconds: 86_400 }
const AT_ONCE = 2

export type ReceivedFile = { path: string; bytes: number; sha256: Buffer }

/** Bytes take two steps: a signed-in call hands out an address, and a PUT brings them there. */
export function uploadService(context: AppContext) {
  const { db, clock, storage, limits } = context
  const images = imagePipeline(storage)
  // Decoding a picture takes a core and a hundred megabytes.
  const decode = gate(AT_ONCE)

  return {
    async sign(actor: Actor, input: Parsed<typeof uploads.sign>) {
      await limits.take('upload', actor.id, QUOTA)
      const token = randomBytes(32).toString('base64url')
      const expires = new Date(clock().getTime() + HOUR_MS)
      const file = await storedFilesRepository(db).add({
        owner_id: actor.id,
        purpose: input.purpose,
        original_name: input.filename,
        bytes: input.size,
        sha256: input.sha256 ? Buffer.from(input.sha256, 'hex') : null,
        upload_token_hash: digest(token),
        upload_expires_at: expires,
        created_at: clock(),
      })
      return {
        file_id: file.id,
        url: `/files/upload/${token}`,
        resume_url: `/files/resume/${token}`,
        expires_at: expires.toISOString(),
      }
    },

    /** The announced file, before its bytes are read. */
    async announced(token: string): Promise<StoredFileRow> {
      const file = await storedFilesRepository(db).findByUpload(digest(token))
      if (!file)
        throw new BusinessError(404, 'There is no such upload. Please choose the file again.')
      if (file.upload_expires_at && file.upload_expires_at <= clock()) {
        throw new BusinessError(410, 'This upload took too long. Please choose the file again.')
      }
      return file
    },

    /** Checks, re-encodes and stores; what is refused may be sent again to the same address. */
    async receive(file: StoredFileRow, received: ReceivedFile): Promise<UploadedFile> {
      if (file.status === 'ready') return describe(file)
      if (file.sha256 && !file.sha256.equals(received.sha256)) {
        throw refused('The file was damaged on its way. Please send it again.')
      }
      const { bytes, sha256 } = received
      const stored =
        file.purpose === 'entry_pdf' ? await keepPdf(received) : await keepImage(received)
      const repository = storedFilesRepository(db)
      const ready = await repository.finish(file.id, { bytes, sha256, ...stored })
      return describe(ready ?? (await repository.findByUpload(hashOf(file))) ?? file)
    },
  }

  async function keepImage({ path }: ReceivedFile) {
    const options = { minLongEdge: IMAGE_LIMITS.longSide }
    const { variants, ...picture } = await decode(() => images.ingest(path, options)).catch(
      (error: unknown) => {
        throw error instanceof PictureError ? refused(error.message) : error
      },
    )
    return { ...picture, mime: 'image/webp', variants: JSON.stringify(variants) }
  }

  async function keepPdf({ path, bytes }: ReceivedFile) {
    if (!(await startsLikePdf(path))) {
      throw refused('This file is not a PDF. Please export it as PDF and try again.')
    }
    const key = newStorageKey('pdf')
    await storage.put(key, createReadStream(path))
    return { mime: 'application/pdf', variants: JSON.stringify({ pdf: { key, bytes } }) }
  }

  async function describe(file: StoredFileRow): Promise<UploadedFile> {
    return {
      file_id: file.id,
      kind: file.purpose === 'entry_pdf' ? 'pdf' : 'image',
      picture: toPicture(context, file, ''),
      original_name: file.original_name,
      duplicate_of: await storedFilesRepository(db).twinOf(file),
      similar_to: null,
    }
  }
}

export type UploadService = ReturnType<typeof uploadService>

const digest = (token: string) => createHash('sha256').update(token).digest()
const hashOf = ({ upload_token_hash: hash }: StoredFileRow) => hash ?? Buffer.alloc(0)

/** The refusal of a file: one sentence that says what to do instead. */
export const refused = (message: string) => new BusinessError(422, { file: [message] })

async function startsLikePdf(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0)
    return buffer.toString('latin1') === '%PDF-'
  } finally {
    await handle.close()
  }
}
