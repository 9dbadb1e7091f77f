import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { UploadedFile } from '@awards/shared/contract'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import type { AppContext } from '../app/app-context.ts'
import { gate } from './gate.ts'
import { PictureError, imagePipeline } from './image-pipeline.ts'
import { toPicture } from './picture.ts'
import { damaged, refused } from './refused.ts'
import { newStorageKey } from './storage-key.ts'
import { storedFilesRepository } from './stored-files.repository.ts'
import type { StoredFileRow } from './stored-files.repository.ts'
import { takeRoom } from './upload-quota.ts'

const AT_ONCE = 2

export type ReceivedFile = { path: string; bytes: number; sha256: Buffer }

/** Checks what has arrived, writes it anew, and says what became of it. */
export function fileKeeper(context: AppContext) {
  const { db, clock, storage } = context
  const images = imagePipeline(storage)
  // Decoding a picture takes a core and a hundred megabytes.
  const decode = gate(AT_ONCE)

  /** Every decoding of the process goes through one gate; what is no picture is refused. */
  const ingest = (source: Buffer | string, options?: Parameters<typeof images.ingest>[1]) =>
    decode(() => images.ingest(source, options)).catch((error: unknown) => {
      throw error instanceof PictureError ? refused(error.message) : error
    })

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
      if (file.owner_id && bytes > Number(file.bytes)) {
        await takeRoom(db, { owner: file.owner_id, bytes, now: clock(), except: file.id })
      }
      const stored =
        file.purpose === 'entry_pdf' ? await keepPdf(received) : await keepImage(received)
      const repository = storedFilesRepository(db)
      const ready = await repository.finish(file.id, { bytes, sha256, ...stored })
      if (ready) return describe(ready)
      await removeAll(JSON.parse(stored.variants))
      return describe((await repository.find(file.id)) ?? file)
    },
  }

  /** What was written for a row that there will not be. */
  async function removeAll(variants: Record<string, unknown>) {
    for (const made of Object.values(variants)) {
      if (typeof made !== 'object' || made === null || !('key' in made)) continue
      await storage.remove(String(made.key))
    }
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
