import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

export type StoredObject = { key: string; bytes: number; modified: Date }

/** Where bytes live. Keys are random and made by `newStorageKey`; they never hold a given name. */
export type Storage = {
  put(key: string, body: Buffer | Readable): Promise<{ bytes: number; sha256: string }>
  /** Undefined when there is no such file. `start` and `end` (inclusive) read a part. */
  get(
    key: string,
    range?: { start?: number; end?: number },
  ): Promise<{ body: Readable; bytes: number } | undefined>
  /** Bytes of the file, or undefined when there is none. */
  size(key: string): Promise<number | undefined>
  read(key: string): Promise<Buffer>
  remove(key: string): Promise<void>
  /** Everything that is there, in no order. What comes or goes meanwhile may be named or not. */
  list(): AsyncIterable<StoredObject>
}

const SHAPE = /^(public|private)\/[a-z0-9]{2}\/[a-z0-9]{30}\.[a-z0-9]{1,8}$/
/** Files of a published release keep their names, so that a file server can give them out too. */
const RELEASE = /^mfe\/mf-[a-z]{2,30}\/[0-9][0-9a-z.-]{0,60}(\/(?!\.)[A-Za-z0-9_.@-]{1,120}){1,6}$/

/** A key that cannot be guessed and says nothing but its type. */
export const newStorageKey = (extension: string): string =>
  keyOf(randomBytes(16).toString('hex'), extension)

/** The key of what is made from another key's bytes: whoever makes it again makes the same. */
export const derivedStorageKey = (key: string, what: string, extension: string): string =>
  keyOf(createHash('sha256').update(`${what}:${key}`).digest('hex').slice(0, 32), extension)

// The first folder is of a time when pictures of the programme lay in one of their own.
const keyOf = (name: string, extension: string) =>
  `private/${name.slice(0, 2)}/${name.slice(2)}.${extension}`

/** Only keys of our own making reach the disk, so no path can be smuggled in. */
export const isStorageKey = (key: string): boolean => SHAPE.test(key) || RELEASE.test(key)

/** The storage does not answer, or does not let this process in; what was asked may work later. */
export class StorageAwayError extends Error {
  override readonly name = 'StorageAwayError'
}

/** Every key of the storage in a column that lists the sizes of a file. */
export function storageKeysIn(value: unknown): string[] {
  if (typeof value === 'string') return isStorageKey(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(storageKeysIn)
}
