import { constants, createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../app/error-code.ts'

/** Names are digests of upload tokens, so that a folder's listing opens no upload. */
const NAME = /^[0-9a-f]{64}$/

/** Bytes of uploads that are not whole yet, one file each. */
export function partialFiles(folder: string) {
  const place = (name: string) => {
    if (!NAME.test(name)) throw new Error(`Not the name of an upload: ${JSON.stringify(name)}`)
    return join(folder, name)
  }
  return {
    place,
    /** How much has arrived; what lies on the disk is the only record of it. */
    size: async (name: string): Promise<number> => {
      const found = await stat(place(name)).catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error
      })
      return found?.size ?? 0
    },
    /** Writes from `offset` on, and answers where the bytes end; each piece is kept as it comes. */
    async append(name: string, offset: number, body: AsyncIterable<Buffer>): Promise<number> {
      await mkdir(folder, { recursive: true })
      const handle = await open(place(name), constants.O_WRONLY | constants.O_CREAT, 0o600)
      let end = offset
      try {
        for await (const piece of body) {
          for (let sent = 0; sent < piece.length;) {
            const { bytesWritten } = await handle.write(piece, sent, piece.length - sent, end)
            sent += bytesWritten
            end += bytesWritten
          }
        }
      } finally {
        await handle.close()
      }
      return end
    },
    async digest(name: string): Promise<Buffer> {
      const hash = createHash('sha256')
      await pipeline(createReadStream(place(name)), hash)
      return hash.digest()
    },
    remove: (name: string) => rm(place(name), { force: true }),
    /** Names of the files that have not changed since `before`. */
    async untouchedSince(before: Date): Promise<string[]> {
      const names = await readdir(folder).catch(() => [])
      const old: string[] = []
      for (const name of names.filter((one) => NAME.test(one))) {
        const found = await stat(place(name)).catch(() => undefined)
        if (found && found.mtime < before) old.push(name)
      }
      return old
    },
  }
}

export type PartialFiles = ReturnType<typeof partialFiles>
