import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, type ReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import {
  type Storage,
  type StoredObject,
  writeWithChecksum,
  type WrittenFile,
} from '../files/storage/storage.ts'
import { errorCode } from '../lib/errors.ts'

export const FILE_LIST = 'files.tsv.gz'

export type ListedFile = { key: string; bytes: number; sha256: string }

/** Writes the file list of a backup as gzipped TSV: key, size, SHA-256. */
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

/** Reads the file list of a backup; empty if there is none. */
export async function* readFileList(folder: string): AsyncGenerator<ListedFile> {
  const path = join(folder, FILE_LIST)
  if (!existsSync(path)) return
  const text = createReadStream(path).pipe(createGunzip())
  for await (const line of createInterface({ input: text })) {
    const [key = '', bytes, sha256 = ''] = line.split('\t')
    yield { key, bytes: Number(bytes), sha256 }
  }
}

/** Content-addressed store of the files of all backups in a folder, deduplicated by SHA-256. */
export function fileVault(root: string) {
  const folder = join(root, 'files')
  const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2))

  return {
    /** Stores a stream under its digest, atomically (temporary file and rename). */
    async store(body: Readable): Promise<WrittenFile> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const temporary = join(folder, `fresh-${randomUUID()}`)
      try {
        const written = await writeWithChecksum(body, temporary)
        const target = pathOf(written.sha256)
        await mkdir(dirname(target), { recursive: true, mode: 0o700 })
        await rename(temporary, target)
        return written
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },

    /** Whether the file is present with its full size. */
    async has({ bytes, sha256 }: WrittenFile): Promise<boolean> {
      const found = await stat(pathOf(sha256)).catch(unlessMissing)
      return found?.size === bytes
    },

    read: (sha256: string): ReadStream => createReadStream(pathOf(sha256)),

    /** Whether the checksum of the file matches its name. */
    isIntact: async (sha256: string): Promise<boolean> =>
      (await digestOf(pathOf(sha256)).catch(unlessMissing)) === sha256,

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

const CONCURRENCY = 4

/**
 * Copies all files of the storage into the vault. Files are immutable, so those of the previous backup are not read
 * again (incremental).
 */
export async function copyFiles(
  storage: Storage,
  { root, before }: { root: string; before: string | undefined },
): Promise<Map<string, ListedFile>> {
  const vault = fileVault(root)
  const previous = new Map<string, ListedFile>()
  if (before) for await (const file of readFileList(before)) previous.set(file.key, file)
  const listed = new Map<string, ListedFile>()

  async function copy({ key, bytes }: StoredObject) {
    const old = previous.get(key)
    if (old?.bytes === bytes && (await vault.has(old))) return void listed.set(key, old)
    const found = await storage.get(key)
    // Removed after the listing.
    if (!found) return
    listed.set(key, { key, ...(await vault.store(found.body)) })
  }

  await forEachConcurrently(storage.list(), CONCURRENCY, copy)
  return listed
}

/** Runs `work` for an async list with bounded concurrency. After an error starts no more, waits for all, then throws it. */
export async function forEachConcurrently<T>(
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
