import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { UploadedFile } from '@awards/shared/contract'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import type { PictureSizes } from '../pictures/picture-sizes.ts'
import {
  PictureError,
  type IngestOptions,
  type PictureSource,
} from '../pictures/image-processing.ts'
import type { ImageWorker } from '../pictures/image-worker.ts'
import { toPicture } from '../pictures/picture.ts'
import { damaged, refused } from './refused.ts'
import { newStorageKey } from '../storage/storage-key.ts'
import { storeFirst } from '../pictures/store-picture.ts'
import { storedFilesRepository } from './stored-files.repository.ts'
import type { StoredFileRow } from './stored-files.repository.ts'
import { keysIn } from '../storage/stored-keys.ts'
import { takeRoom } from './upload-quota.ts'

export type ReceivedFile = { path: string; bytes: number; sha256: Buffer }

/** Checks what has arrived, writes it anew, and says what became of it. */
export function fileKeeper(
  context: AppContext,
  { pictures, sizes }: { pictures: ImageWorker; sizes: PictureSizes },
) {
  const { db, clock, storage } = context

  /** Stores the first of a picture; what is no picture is refused. */
  async function ingest(source: PictureSource, options: IngestOptions) {
    const first = await pictures.first(source, options).catch((error: unknown) => {
      throw error instanceof PictureError ? refused(error.message) : error
    })
    return storeFirst(storage, first)
  }

  async function keepImage({ path }: ReceivedFile) {
    const stored = await ingest(path, { minLongEdge: IMAGE_LIMITS.longSide })
    const { variants, ...picture } = stored
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
    const repository = storedFilesRepository(db)
    const duplicate = await repository.twinOf(file)
    return {
      file_id: file.id,
      kind: file.purpose === 'entry_pdf' ? 'pdf' : 'image',
      picture: toPicture(context, file, ''),
      original_name: file.original_name,
      duplicate_of: duplicate,
      similar_to: duplicate ? null : await repository.lookalikeOf(file),
    }
  }

  return {
    ingest,
    describe,
    removeAll,
    /** What is refused may be sent again to the same address. */
    async receive(file: StoredFileRow, received: ReceivedFile): Promise<UploadedFile> {
      if (file.status === 'ready') return describe(file)
      const { bytes, sha256 } = received
      if (file.sha256 && !file.sha256.equals(sha256)) throw damaged()
      const { owner_id: owner } = file
      if (owner && bytes > Number(file.bytes)) {
        // The lock of the share ends with the transaction; what comes after it reads the size that has arrived.
        await db.transaction().execute(async (trx) => {
          await takeRoom(trx, { owner, bytes, now: clock(), except: file.id })
          await storedFilesRepository(trx).noteBytes(file.id, bytes)
        })
      }
      const stored =
        file.purpose === 'entry_pdf' ? await keepPdf(received) : await keepImage(received)
      const ready = await db.transaction().execute(async (trx) => {
        const row = await storedFilesRepository(trx).finish(file.id, { bytes, sha256, ...stored })
        if (row && file.purpose !== 'entry_pdf') await sizes.prepare(trx, row.id)
        return row
      })
      if (ready) return describe(ready)
      await removeAll(JSON.parse(stored.variants))
      return describe((await storedFilesRepository(db).find(file.id)) ?? file)
    },
  }

  /** What was written for a row that there will not be. */
  async function removeAll(variants: Record<string, unknown>) {
    for (const key of new Set(keysIn(variants))) await storage.remove(key)
  }
}

export type FileKeeper = ReturnType<typeof fileKeeper>

async function startsLikePdf(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0)
    return buffer.toString('latin1') === '%PDF-'
  } finally {
    await handle.close()
  }
}
