import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, type ReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Storage, StoredObject } from '../files/storage/storage.ts'
import { writeDigested, type Written } from '../files/storage/streams.ts'
import { errorCode } from '../lib/errors.ts'

export const FILE_LIST = 'files.tsv.gz'

export type ListedFile = { key: string; bytes: number; sha256: string }

/** Writes which stored files a backup has: a line each, key, size and digest with tabs between. */
export async function writeFileList(folder: string, files: Iterable<ListedFile>): Promise<void> {
  await pipeline(
    Readable.from(lines(files)),
    createGzip(),
    createWriteStream(join(folder, FILE_LIST), { mode: 0o600 }),
  )
}

function* lines(files: Iterable<ListedFile>) {
  for (const { key, bytes, sha256 } of files) yield `${key}\t${bytes}\t${sha256}\n`
}

/** The stored files of a backup, as they were listed; none where there is no list. */
export async function* eachListed(folder: string): AsyncGenerator<ListedFile> {
  const path = join(folder, FILE_LIST)
  if (!existsSync(path)) return
  const text = createReadStream(path).pipe(createGunzip())
  for await (const line of createInterface({ input: text })) {
    const [key = '', bytes, sha256 = ''] = line.split('\t')
    yield { key, bytes: Number(bytes), sha256 }
  }
}

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

const AT_ONCE = 4

/**
 * Copies everything that the storage has into the vault. A file never changes under its key, so what
 * the backup before has is not read again.
 */
export async function copyFiles(
  storage: Storage,
  { root, before }: { root: string; before: string | undefined },
): Promise<Map<string, ListedFile>> {
  const vault = fileVault(root)
  const known = new Map<string, ListedFile>()
  if (before) for await (const file of eachListed(before)) known.set(file.key, file)
  const listed = new Map<string, ListedFile>()

  async function copy({ key, bytes }: StoredObject) {
    const old = known.get(key)
    if (old?.bytes === bytes && (await vault.has(old))) return void listed.set(key, old)
    const found = await storage.get(key)
    // Removed since it was listed.
    if (!found) return
    listed.set(key, { key, ...(await vault.keep(found.body)) })
  }

  await eachAtOnce(storage.list(), AT_ONCE, copy)
  return listed
}

/** Some at a time, until there are no more or one has failed. */
export async function eachAtOnce<T>(
  items: AsyncIterable<T>,
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = items[Symbol.asyncIterator]()
  let failed = false
  const worker = async () => {
    for (let next = await source.next(); !next.done && !failed; next = await source.next()) {
      await work(next.value).catch((error: unknown) => {
        failed = true
        throw error
      })
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: limit }, worker))
  await source.return?.()
  const first = ended.find((one) => one.status === 'rejected')
  if (first) throw first.reason
}
