import { createHash, randomBytes } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

export type StoredObject = { key: string; bytes: number; modified: Date }

/** File storage on disk or in a bucket. Keys are random (`newStorageKey`) and never contain a user's file name. */
export type Storage = {
  /** Stores a file; replaces the one of the same key. Readers never see half a file. `sha256` in hex. */
  put(key: string, body: Buffer | Readable): Promise<{ bytes: number; sha256: string }>
  /** Undefined if the file is missing. `start` and `end` (inclusive) read a part; `bytes` is the size of the file. */
  get(
    key: string,
    range?: { start?: number; end?: number },
  ): Promise<{ body: Readable; bytes: number } | undefined>
  /** Size in bytes; undefined if the file is missing. */
  size(key: string): Promise<number | undefined>
  /** Reads a whole file into memory; rejects with the code `ENOENT` if it is missing. */
  read(key: string): Promise<Buffer>
  /** Idempotent: a missing file is no error. */
  remove(key: string): Promise<void>
  /** Lists all files in no order; files added or removed meanwhile may be listed or not. */
  list(): AsyncIterable<StoredObject>
}

const FILE_KEY = /^(public|private)\/[a-z0-9]{2}\/[a-z0-9]{30}\.[a-z0-9]{1,8}$/
/** Files of a published release keep their names, so that a file server can serve them too. */
const RELEASE_KEY =
  /^mfe\/(?:mf-[a-z]{2,30}|shell)\/[0-9][0-9a-z.-]{0,60}(\/(?!\.)[A-Za-z0-9_.@-]{1,120}){1,6}$/

/** A random key of 128 bits that reveals only the file type. */
export const newStorageKey = (extension: string): string =>
  keyOf(randomBytes(16).toString('hex'), extension)

/** Deterministic key of a file derived from another, so that deriving it twice overwrites the first. */
export const derivedStorageKey = (key: string, what: string, extension: string): string =>
  keyOf(createHash('sha256').update(`${what}:${key}`).digest('hex').slice(0, 32), extension)

// `public/` is no longer written; older sites have pictures of the programme there.
const keyOf = (name: string, extension: string) =>
  `private/${name.slice(0, 2)}/${name.slice(2)}.${extension}`

/** Whether a key is that of a file of a release, which the registry keeps. */
export const isReleaseKey = (key: string): boolean => RELEASE_KEY.test(key)

/** Validates a key before it becomes a path, so that no path traversal is possible. */
export const isStorageKey = (key: string): boolean => FILE_KEY.test(key) || isReleaseKey(key)

/** The storage does not answer or refuses access; a retry may succeed. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError'
}

/** Every storage key anywhere in a JSON value, such as the column `variants`. */
export function storageKeysIn(value: unknown): string[] {
  if (typeof value === 'string') return isStorageKey(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(storageKeysIn)
}

export type WrittenFile = { bytes: number; sha256: string }

/** A `Transform` that counts and hashes (SHA-256) the bytes; `refuse` may abort it by the count so far. */
export function hashingStream(refuse: (bytes: number) => Error | null = () => null) {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(refuse(bytes), chunk)
    },
  })
  return { stream, result: () => ({ bytes, digest: hash.digest() }) }
}

/** Writes a stream to a file and syncs it to disk; returns size and SHA-256 in hex. */
export async function writeWithChecksum(body: Readable, file: string): Promise<WrittenFile> {
  const { stream, result } = hashingStream()
  await pipeline(body, stream, createWriteStream(file, { mode: 0o600 }))
  await fsyncPath(file)
  const { bytes, digest } = result()
  return { bytes, sha256: digest.toString('hex') }
}

/** Calls fsync on a file, or on a folder for the names in it, so that they survive a power failure. */
export async function fsyncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Re-chunks a stream to parts of `partBytes`; the last part is the rest, and no part is empty. */
export async function* inChunks(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    let rest = Buffer.isBuffer(piece) ? piece : Buffer.from(piece)
    while (bytes + rest.length >= partBytes) {
      const taken = partBytes - bytes
      yield Buffer.concat([...waiting, rest.subarray(0, taken)])
      rest = rest.subarray(taken)
      waiting = []
      bytes = 0
    }
    if (rest.length > 0) waiting.push(rest)
    bytes += rest.length
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
