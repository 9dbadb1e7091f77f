import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { ReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../lib/error-code.ts'
import { writeDigested, type Written } from '../files/storage/write-digested.ts'

/** Stored files of all backups of a folder, under the digest of their bytes: each lies there once. */
export function fileVault(root: string) {
  const folder = join(root, 'files')
  const place = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2))

  return {
    async keep(body: Readable): Promise<Written> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const fresh = join(folder, `fresh-${randomUUID()}`)
      try {
        const kept = await writeDigested(body, fresh)
        const target = place(kept.sha256)
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await rename(fresh, target)
        return kept
      } catch (error) {
        await rm(fresh, { force: true })
        throw error
      }
    },

    /** True when it lies there in its full length. */
    async has({ bytes, sha256 }: Written): Promise<boolean> {
      const found = await stat(place(sha256)).catch(unlessMissing)
      return found?.size === bytes
    },

    read: (sha256: string): ReadStream => createReadStream(place(sha256)),

    /** True when its bytes are what its name says. */
    isWhole: async (sha256: string): Promise<boolean> =>
      (await digestOf(place(sha256)).catch(unlessMissing)) === sha256,

    async removeExcept(wanted: ReadonlySet<string>): Promise<void> {
      const parts = await readdir(folder).catch(() => [])
      for (const part of parts) {
        if (part.startsWith('fresh-')) await rm(join(folder, part), { force: true })
        if (part.length !== 2) continue
        for (const rest of await readdir(join(folder, part))) {
          if (!wanted.has(`${part}${rest}`)) await rm(join(folder, part, rest))
        }
      }
    },
  }
}

/** The SHA-256 of a file. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}
