import { Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { newStorageKey, type Storage, inChunks } from '../storage/storage.ts'
import { uploadPiecesRepository } from './stored-files.repository.ts'

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
