import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Parsed, uploads, UploadedFile } from '@awards/shared/contract'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { tokenDigest } from '../../lib/signed-token.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { PictureSizes } from '../pictures/picture-jobs.ts'
import { PictureVariants } from '../pictures/picture.ts'
import { newStorageKey, type Storage, inChunks } from '../storage/storage.ts'
import {
  requireDiskSpace,
  reserveQuota,
  withReceivedBytes,
  type UploadStore,
} from './store-upload.ts'
import {
  storedFilesRepository,
  uploadPiecesRepository,
  type StoredFileRow,
} from './stored-files.repository.ts'

/** Size of a piece; a killed process loses the pieces that it has not recorded yet. */
const PIECE_BYTES = 1 << 20
/** Pieces of one upload that are written concurrently, and so are in memory. */
const MAX_IN_FLIGHT = 4

/**
 * Incomplete uploads as pieces in the storage, recorded in `upload_pieces`, so that any process can continue them.
 * An upload is identified by the SHA-256 of its token in hex (`name`).
 */
export function partialFiles(db: Db, storage: Storage) {
  const pieces = uploadPiecesRepository(db)
  const hashOf = (name: string) => Buffer.from(name, 'hex')

  /** Stores a piece concurrently with earlier ones, and records it after them. False if it is not the next piece. */
  async function writePiece(
    name: string,
    { start, piece, before }: { start: number; piece: Buffer; before: Promise<boolean> },
  ): Promise<boolean> {
    const key = newStorageKey('part')
    const [earlier, stored] = await Promise.allSettled([before, storage.put(key, piece)])
    const isNext = earlier.status === 'fulfilled' && earlier.value && stored.status === 'fulfilled'
    const isWritten =
      isNext && (await pieces.add(hashOf(name), { start, bytes: piece.length, key }))
    if (!isWritten && stored.status === 'fulfilled') await storage.remove(key)
    for (const one of [earlier, stored]) if (one.status === 'rejected') throw one.reason
    return isWritten
  }

  async function* bytesOf(name: string) {
    for (const { storage_key } of await pieces.list(hashOf(name))) {
      const found = await storage.get(storage_key)
      if (!found) throw new Error(`A piece of an upload is missing: ${storage_key}`)
      yield* found.body
    }
  }

  return {
    /** Bytes received so far: the offset of the upload. */
    size: (name: string): Promise<number> => pieces.bytesOf(hashOf(name)),

    /**
     * Appends a body at `offset` and returns the new offset; undefined if another connection has written there first.
     * If the body breaks off, the pieces before are stored and its error is thrown.
     */
    async append(name: string, offset: number, body: AsyncIterable<Buffer>) {
      const source = deferError(body)
      const inFlight: Promise<boolean>[] = []
      let last = Promise.resolve(true)
      let end = offset
      try {
        for await (const piece of inChunks(source.bytes(), PIECE_BYTES)) {
          last = writePiece(name, { start: end, piece, before: last })
          end += piece.length
          if (inFlight.push(last) === MAX_IN_FLIGHT && !(await inFlight.shift())) return undefined
        }
        if (!(await last)) return undefined
      } finally {
        await last.catch(() => undefined)
      }
      source.rethrow()
      return end
    },

    /** Reads all pieces in their order. */
    open: (name: string): Readable => Readable.from(bytesOf(name), { objectMode: false }),

    async remove(name: string): Promise<void> {
      const keys = (await pieces.list(hashOf(name))).map(({ storage_key }) => storage_key)
      for (const key of keys) await storage.remove(key)
      if (keys.length > 0) await pieces.remove(keys)
    },

    /** Names of uploads that are not pending any more and whose last piece is older than `before`. */
    orphanedBefore: async (before: Date): Promise<string[]> =>
      (await pieces.orphanedBefore(before)).map((digest) => digest.toString('hex')),
  }
}

/** Yields the bytes before a source fails; `rethrow` throws the failure afterwards. */
function deferError(body: AsyncIterable<Buffer>) {
  let failure: { error: unknown } | undefined
  return {
    async *bytes() {
      try {
        yield* body
      } catch (error) {
        failure = { error }
      }
    },
    rethrow() {
      if (failure) throw failure.error
    },
  }
}

export type PartialFiles = ReturnType<typeof partialFiles>

const MAX_NAME_LENGTH = 200

/** Sanitised file name for display: without folders, control characters and leading dots. */
function fileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const clean = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return clean.replace(/^\.+/, '').slice(0, MAX_NAME_LENGTH) || 'file'
}

/** Random token of 256 bits for an upload address; only its hash is stored. */
const newUploadToken = (): string => randomBytes(32).toString('base64url')

/** Name of an incomplete upload in `partialFiles`: the SHA-256 of its token in hex. */
export const uploadId = (token: string): string => tokenDigest(token).toString('hex')

/** Long enough to resume an interrupted upload the next morning. */
const UPLOAD_TTL_MS = 24 * 3_600_000
/** Ten pictures and a PDF for each of forty entries, and as many crops and replacements. */
const DAILY_LIMIT = { points: 1_000, seconds: 86_400 }

/** Uploads take two steps: a signed-in call creates an address with a secret token, and another request sends the bytes there. */
export function uploadService({ config, db, clock, limits }: AppContext) {
  const requireSpaceFor = (bytes: number) =>
    requireDiskSpace(config.dataDir, bytes, config.diskReserve)
  return {
    /** Creates a pending upload. Throws 422 over the quota, 429 over the daily limit, 503 if the disk is full. */
    async sign(actor: Actor, input: Parsed<typeof uploads.sign>) {
      await requireSpaceFor(input.size)
      await limits.take('upload', actor.id, DAILY_LIMIT)
      const token = newUploadToken()
      const now = clock()
      const expires = new Date(now.getTime() + UPLOAD_TTL_MS)
      const file = await db.transaction().execute(async (trx) => {
        await reserveQuota(trx, { owner: actor.id, bytes: input.size, now })
        return storedFilesRepository(trx).add({
          owner_id: actor.id,
          purpose: input.purpose,
          original_name: fileName(input.filename),
          bytes: input.size,
          sha256: input.sha256 ? Buffer.from(input.sha256, 'hex') : null,
          upload_token_hash: tokenDigest(token),
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

    /** The file of an upload token, before its bytes are read. Throws 404 if unknown, 410 if expired, 503 if the disk is full. */
    async requireOpenUpload(digest: Buffer): Promise<StoredFileRow> {
      const file = await storedFilesRepository(db).findByUpload(digest)
      if (!file) throw unknownUpload()
      refuseExpired(file, clock())
      if (file.status !== 'ready') await requireSpaceFor(Number(file.bytes))
      return file
    },
  }
}

export type UploadService = ReturnType<typeof uploadService>

const unknownUpload = () =>
  new BusinessError(404, 'There is no such upload. Please choose the file again.')

/** Throws a 410 for an expired or refused upload; a ready file never expires. */
function refuseExpired(file: StoredFileRow, now: Date) {
  if (file.status === 'ready') return
  const isOver = file.upload_expires_at !== null && file.upload_expires_at <= now
  if (isOver || file.status === 'refused') {
    throw new BusinessError(410, 'This upload is over. Please choose the file again.')
  }
}

/** Finishes resumable uploads: checks and stores the received bytes. Idempotent. */
export function finishService(
  { db, clock }: AppContext,
  { files, store, folder }: { files: PartialFiles; store: UploadStore; folder: string },
) {
  // Concurrent calls for one upload share the work.
  const inFlight = new Map<string, Promise<UploadedFile>>()

  async function verifyAndStore(file: StoredFileRow, name: string): Promise<UploadedFile> {
    const [bytes, size] = [await files.size(name), Number(file.bytes)]
    if (bytes < size) {
      throw new BusinessError(
        409,
        'This file has not arrived whole. Please go on with the upload.',
        {
          reason: 'INCOMPLETE',
          offset: bytes,
          size,
        },
      )
    }
    try {
      const answer = await withReceivedBytes(folder, files.open(name), size, (received) =>
        store.receive(file, received),
      )
      await files.remove(name)
      return answer
    } catch (error) {
      if (error instanceof BusinessError && error.code === 422) {
        await files.remove(name)
        // A damaged transfer may be repeated; any other refusal is due to the file and final.
        if (error.data?.reason !== 'DAMAGED') await storedFilesRepository(db).markRefused(file.id)
        throw error
      }
      // Another process may have finished the same upload and removed the pieces.
      const now = await storedFilesRepository(db).find(file.id)
      if (now?.status !== 'ready') throw error
      return store.describe(now)
    }
  }

  return {
    /** Throws 409 `INCOMPLETE` with the offset while bytes are missing. */
    async finish(actor: Actor, { file_id }: { file_id: string }): Promise<UploadedFile> {
      const file = await storedFilesRepository(db).find(file_id)
      if (!file || file.owner_id !== actor.id || !file.upload_token_hash) throw unknownUpload()
      if (file.status === 'ready') return store.describe(file)
      refuseExpired(file, clock())
      const name = file.upload_token_hash.toString('hex')
      const running =
        inFlight.get(name) ?? verifyAndStore(file, name).finally(() => inFlight.delete(name))
      inFlight.set(name, running)
      return running
    },
  }
}

type Input = Parsed<typeof uploads.crop>
/** Whether somebody works on an entry that has a file of another person. */
export type MayUseFile = (actor: Actor, fileId: string) => Promise<boolean>

/** Cropping: stores an area of a picture as a new picture and keeps the original. */
export const cropService = (
  { db, clock, limits, storage }: AppContext,
  { store, sizes, mayUse }: { store: UploadStore; sizes: PictureSizes; mayUse: MayUseFile },
) => ({
  /** `area` in fractions of width and height. 404 for a picture of another user, 422 if the crop is too small. */
  async crop(actor: Actor, { file_id, area }: Input): Promise<UploadedFile> {
    const file = await storedFilesRepository(db).find(file_id)
    const isPicture = file?.status === 'ready' && file.purpose === 'entry_image'
    const isOpen = file?.owner_id === actor.id || (await mayUse(actor, file_id))
    if (!file || !isOpen || !isPicture || !file.width || !file.height) {
      throw new BusinessError(404, 'There is no such picture. Please upload it again.')
    }
    const { width, height } = file
    const crop = toPixels(area, width, height)
    const longSide = Math.max(crop.width, crop.height)
    if (longSide < IMAGE_LIMITS.longSide) {
      throw new BusinessError(422, {
        area: [
          `This part has ${crop.width} × ${crop.height} pixels. Please choose a larger one: ` +
            `its longer side needs at least ${IMAGE_LIMITS.longSide} pixels.`,
        ],
      })
    }
    await limits.take('upload', actor.id, DAILY_LIMIT)
    const whole = await storage.read(PictureVariants.parse(file.variants).full_jpeg.key)
    const { variants, ...picture } = await store.ingest(whole, { area: crop })
    const jpeg = await storage.read(variants.full_jpeg.key)
    const made = await db
      .transaction()
      .execute(async (trx) => {
        await reserveQuota(trx, { owner: actor.id, bytes: jpeg.length, now: clock() })
        const added = await storedFilesRepository(trx).add({
          ...picture,
          owner_id: actor.id,
          purpose: file.purpose,
          status: 'ready',
          original_name: file.original_name,
          mime: 'image/webp',
          bytes: jpeg.length,
          sha256: createHash('sha256').update(jpeg).digest(),
          variants: JSON.stringify(variants),
          cropped_from: file.id,
          created_at: clock(),
        })
        await sizes.enqueue(trx, added.id)
        return added
      })
      .catch(async (error: unknown) => {
        await store.removeAll(variants)
        throw error
      })
    return store.describe(made)
  },
})

function toPixels(area: Input['area'], width: number, height: number) {
  const left = Math.min(width - 1, Math.round(area.x * width))
  const top = Math.min(height - 1, Math.round(area.y * height))
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(area.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(area.height * height))),
  }
}
