import { randomUUID } from 'node:crypto'
import { createWriteStream, createReadStream } from 'node:fs'
import { mkdir, rm, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Transaction } from 'kysely'
import type { UploadedFile } from '@awards/shared/contract'
import { IMAGE_LIMITS, UPLOAD_QUOTA_BYTES } from '@awards/shared/domain'
import { freeBytes } from '../../db/embedded/data-dir.ts'
import type { DB } from '../../db/schema.gen.ts'
import { BusinessError } from '../../http/business-error.ts'
import { isDiskFull } from '../../lib/errors.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { IngestOptions, PictureSource } from '../pictures/image-processing.ts'
import { type PictureSizes, storeInitialSizes } from '../pictures/picture-jobs.ts'
import type { ImageWorker } from '../pictures/picture-workers.ts'
import { toPicture, PictureError } from '../pictures/picture.ts'
import {
  StorageUnavailableError,
  newStorageKey,
  storageKeysIn,
  hashingStream,
} from '../storage/storage.ts'
import { storedFilesRepository, type StoredFileRow } from './stored-files.repository.ts'

/** 422 on the field `file`; the message tells the user what to do instead. */
const uploadRefused = (message: string) => new BusinessError(422, { file: [message] })

/** 422 with reason `DAMAGED`: the checksum differs. The client may send again to the same address. */
const uploadDamaged = () =>
  new BusinessError(
    422,
    { file: ['The file was damaged on its way. Please send it again.'] },
    { reason: 'DAMAGED' },
  )

export const uploadTooLarge = (limit: number) =>
  uploadRefused(
    `This file is larger than ${Math.round(limit / 1_048_576)} MB. Please send a smaller one.`,
  )

/** The derived sizes of a picture take at most as much space as its upload. */
const DERIVATIVES_FACTOR = 2

/**
 * Throws a 503 with reason `DISK_FULL` if a file would leave less than `reserve` bytes free: drafts, payments and
 * scores need the same disk and must still work when it fills up.
 */
export async function requireDiskSpace(folder: string, bytes: number, reserve: number) {
  const remaining = (await freeBytes(folder)) - DERIVATIVES_FACTOR * bytes
  if (remaining >= reserve) return
  throw new BusinessError(
    503,
    'The disk of the site is full. Nothing was lost; please try again in a few minutes.',
    { reason: 'DISK_FULL' },
  )
}

type QuotaRequest = {
  owner: string
  bytes: number
  now: Date
  /** Id of a file that is not counted, because its new size is in `bytes`. */
  except?: string
}

/**
 * Throws a 422 if the files of a user, pending uploads included, would exceed the quota. Call it in the transaction
 * that writes the row: the lock until its end serialises concurrent uploads of the user.
 */
export async function reserveQuota(
  trx: Transaction<DB>,
  { owner, bytes, now, except = '0' }: QuotaRequest,
) {
  const files = storedFilesRepository(trx)
  await files.lockQuota(owner)
  const used = await files.usedBytes(owner, now, except)
  if (used + bytes <= UPLOAD_QUOTA_BYTES) return
  throw uploadRefused(
    'Your files have reached 2 GB, the most for one account. Please write to us, and we make room.',
  )
}

type ReceivedFile = { path: string; bytes: number; sha256: Buffer }

/** Writes a body of at most `limit` bytes to a temporary file for `use`, and always removes the file. */
export async function withReceivedBytes<T>(
  folder: string,
  body: Readable,
  limit: number,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const { stream, result } = hashingStream((bytes) =>
    bytes > limit ? uploadTooLarge(limit) : null,
  )
  try {
    await pipeline(body, stream, createWriteStream(path, { mode: 0o600 })).catch(
      (error: unknown) => {
        throw error instanceof BusinessError ||
          error instanceof StorageUnavailableError ||
          isDiskFull(error)
          ? error
          : interruptedError()
      },
    )
    const { bytes, digest } = result()
    if (bytes === 0) throw uploadRefused('This file is empty. Please choose another one.')
    return await use({ path, bytes, sha256: digest })
  } finally {
    await rm(path, { force: true })
  }
}

const interruptedError = () =>
  new BusinessError(400, 'The upload was interrupted. Please send the file again.')

/** Validates received files, stores them re-encoded, and describes the result for the client. */
export function uploadStore(
  context: AppContext,
  { pictures, sizes }: { pictures: ImageWorker; sizes: PictureSizes },
) {
  const { db, clock, storage } = context

  /** Stores thumbnail and full JPEG of a picture; throws a 422 if it is not an accepted picture. */
  async function ingest(source: PictureSource, options: IngestOptions) {
    const first = await pictures.makeInitial(source, options).catch((error: unknown) => {
      throw error instanceof PictureError ? uploadRefused(error.message) : error
    })
    return storeInitialSizes(storage, first)
  }

  async function storeImage({ path }: ReceivedFile) {
    const stored = await ingest(path, { minLongEdge: IMAGE_LIMITS.longSide })
    const { variants, ...picture } = stored
    return { ...picture, mime: 'image/webp', variants: JSON.stringify(variants) }
  }

  async function storePdf({ path, bytes }: ReceivedFile) {
    if (!(await hasPdfSignature(path))) {
      throw uploadRefused('This file is not a PDF. Please export it as PDF and try again.')
    }
    const key = newStorageKey('pdf')
    await storage.put(key, createReadStream(path))
    return { mime: 'application/pdf', variants: JSON.stringify({ pdf: { key, bytes } }) }
  }

  async function describe(file: StoredFileRow): Promise<UploadedFile> {
    const repository = storedFilesRepository(db)
    const duplicates = await repository.findDuplicates(file)
    const [oldest] = duplicates
    return {
      file_id: file.id,
      kind: file.purpose === 'entry_pdf' ? 'pdf' : 'image',
      picture: toPicture(context, file, ''),
      original_name: file.original_name,
      duplicate_of: oldest ?? null,
      duplicates,
      similar_to: oldest ? null : await repository.findSimilar(file),
    }
  }

  return {
    ingest,
    describe,
    removeAll,
    /** Validates and stores an upload. Idempotent for a ready file; after a refusal the client may send again. */
    async receive(file: StoredFileRow, received: ReceivedFile): Promise<UploadedFile> {
      if (file.status === 'ready') return describe(file)
      const { bytes, sha256 } = received
      if (file.sha256 && !file.sha256.equals(sha256)) throw uploadDamaged()
      const { owner_id: owner } = file
      if (owner && bytes > Number(file.bytes)) {
        // The quota lock ends with the transaction, so the larger size is saved in it for the next upload to count.
        await db.transaction().execute(async (trx) => {
          await reserveQuota(trx, { owner, bytes, now: clock(), except: file.id })
          await storedFilesRepository(trx).setBytes(file.id, bytes)
        })
      }
      const stored =
        file.purpose === 'entry_pdf' ? await storePdf(received) : await storeImage(received)
      const ready = await db.transaction().execute(async (trx) => {
        const row = await storedFilesRepository(trx).finish(file.id, { bytes, sha256, ...stored })
        if (row && file.purpose !== 'entry_pdf') await sizes.enqueue(trx, row.id)
        return row
      })
      if (ready) return describe(ready)
      await removeAll(JSON.parse(stored.variants))
      return describe((await storedFilesRepository(db).find(file.id)) ?? file)
    },
  }

  /** Deletes the files of a row that was not written. */
  async function removeAll(variants: Record<string, unknown>) {
    for (const key of new Set(storageKeysIn(variants))) await storage.remove(key)
  }
}

export type UploadStore = ReturnType<typeof uploadStore>

async function hasPdfSignature(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0)
    return buffer.toString('latin1') === '%PDF-'
  } finally {
    await handle.close()
  }
}
