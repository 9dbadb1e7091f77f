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
