import { Readable } from 'node:stream'
import type { Db } from '../db/database.ts'
import { inParts } from './in-parts.ts'
import type { Storage } from './storage.ts'
import { newStorageKey } from './storage-key.ts'
import { uploadPiecesRepository } from './upload-pieces.repository.ts'

/** As much as a killed process loses of an upload, and holds of it in memory. */
const PIECE_BYTES = 1 << 20

/**
 * Bytes of uploads that are not whole yet, in pieces that any process can add to. An upload is named by
 * the digest of its token.
 */
export function partialFiles(db: Db, storage: Storage) {
  const pieces = uploadPiecesRepository(db)
  const digestOf = (name: string) => Buffer.from(name, 'hex')

  async function keep(name: string, start: number, piece: Buffer): Promise<boolean> {
    const key = newStorageKey('part')
    await storage.put(key, piece)
    const isKept = await pieces.add(digestOf(name), { start, bytes: piece.length, key })
    if (!isKept) await storage.remove(key)
    return isKept
  }

  async function* bytesOf(name: string) {
    for (const { storage_key } of await pieces.of(digestOf(name))) {
      const found = await storage.get(storage_key)
      if (!found) throw new Error(`A piece of an upload is missing: ${storage_key}`)
      yield* found.body
    }
  }

  return {
    /** How much has arrived. */
    size: (name: string): Promise<number> => pieces.bytesOf(digestOf(name)),

    /**
     * Adds what comes, and answers where the bytes end; undefined where another connection was faster. Where the
     * source breaks, what came before is kept.
     */
    async append(name: string, offset: number, body: AsyncIterable<Buffer>) {
      const source = untilBroken(body)
      let end = offset
      for await (const piece of inParts(source.bytes(), PIECE_BYTES)) {
        if (!(await keep(name, end, piece))) return undefined
        end += piece.length
      }
      source.rethrow()
      return end
    },

    open: (name: string): Readable => Readable.from(bytesOf(name), { objectMode: false }),

    async remove(name: string): Promise<void> {
      const keys = (await pieces.of(digestOf(name))).map(({ storage_key }) => storage_key)
      for (const key of keys) await storage.remove(key)
      if (keys.length > 0) await pieces.remove(keys)
    },

    /** Names of uploads whose pieces nobody needs since `before`. */
    settledBefore: async (before: Date): Promise<string[]> =>
      (await pieces.settledBefore(before)).map((digest) => digest.toString('hex')),
  }
}

/** The bytes that come before a source fails; the failure is told afterwards. */
function untilBroken(body: AsyncIterable<Buffer>) {
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
