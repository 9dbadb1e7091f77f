import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { ReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../../app/error-code.ts'

export type Kept = { bytes: number; sha256: string }

/** Stored files of all backups of a folder, under the digest of their bytes: each lies there once. */
export function fileVault(root: string) {
  const folder = join(root, 'files')
  const place = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2))

  return {
    async keep(body: Readable): Promise<Kept> {
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
    async has({ bytes, sha256 }: Kept): Promise<boolean> {
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

/** Writes a stream to a file that is on the disk when this returns, and says what it was. */
export async function writeDigested(body: Readable, file: string): Promise<Kept> {
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(body, count, createWriteStream(file, { mode: 0o600 }))
  await toDisk(file)
  return { bytes, sha256: hash.digest('hex') }
}

/** Returns when a file, or the names in a folder, would survive a loss of power. */
export async function toDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
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
