import { Readable } from 'node:stream'
import type { Db } from '../../db/database.ts'
import { inChunks } from '../storage/streams.ts'
import { newStorageKey, type Storage } from '../storage/storage.ts'
import { uploadPiecesRepository } from './stored-files.repository.ts'

/** What is written at once; a killed process loses the pieces of an upload that it has not written down. */
const PIECE_BYTES = 1 << 20
/** Pieces of one upload that are on their way to the storage, and in memory, at the same time. */
const AT_ONCE = 4

/**
 * Bytes of uploads that are not whole yet, in pieces that any process can add to. An upload is named by
 * the digest of its token.
 */
export function partialFiles(db: Db, storage: Storage) {
  const pieces = uploadPiecesRepository(db)
  const digestOf = (name: string) => Buffer.from(name, 'hex')

  /** Stores a piece while those before it are on their way, and writes it down once they are. */
  async function keep(
    name: string,
    { start, piece, before }: { start: number; piece: Buffer; before: Promise<boolean> },
  ): Promise<boolean> {
    const key = newStorageKey('part')
    const [earlier, stored] = await Promise.allSettled([before, storage.put(key, piece)])
    const isNext = earlier.status === 'fulfilled' && earlier.value && stored.status === 'fulfilled'
    const isKept = isNext && (await pieces.add(digestOf(name), { start, bytes: piece.length, key }))
    if (!isKept && stored.status === 'fulfilled') await storage.remove(key)
    for (const one of [earlier, stored]) if (one.status === 'rejected') throw one.reason
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
      const underWay: Promise<boolean>[] = []
      let last = Promise.resolve(true)
      let end = offset
      try {
        for await (const piece of inChunks(source.bytes(), PIECE_BYTES)) {
          last = keep(name, { start: end, piece, before: last })
          end += piece.length
          if (underWay.push(last) === AT_ONCE && !(await underWay.shift())) return undefined
        }
        if (!(await last)) return undefined
      } finally {
        await last.catch(() => undefined)
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
