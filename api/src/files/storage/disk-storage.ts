import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { errorCode } from '../../lib/errors.ts'
import { isStorageKey, type Storage, type StoredObject } from './storage.ts'
import { writeDigested } from './streams.ts'

const CHUNK_BYTES = 256 * 1_024

/** Files below one folder. A file appears under its key only when it is whole and on the disk. */
export function diskStorage(folder: string): Storage {
  const place = (key: string) => {
    if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
    return join(folder, key)
  }

  return {
    async put(key, body) {
      const target = place(key)
      const fresh = join(folder, `fresh-${randomUUID()}`)
      await mkdir(dirname(target), { recursive: true })
      try {
        const written = await writeDigested(
          Buffer.isBuffer(body) ? Readable.from([body]) : body,
          fresh,
        )
        await rename(fresh, target)
        return written
      } catch (error) {
        await rm(fresh, { force: true })
        throw error
      }
    },
    async get(key, range = {}) {
      const file = place(key)
      const found = await stat(file).catch(unlessMissing)
      return (
        found && {
          body: createReadStream(file, { ...range, highWaterMark: CHUNK_BYTES }),
          bytes: found.size,
        }
      )
    },
    size: async (key) => (await stat(place(key)).catch(unlessMissing))?.size,
    read: (key) => readFile(place(key)),
    remove: (key) => rm(place(key), { force: true }),
    list: () => listFolder(folder),
  }
}

async function* listFolder(folder: string): AsyncGenerator<StoredObject> {
  const names = await opendir(folder, { recursive: true }).catch(unlessMissing)
  for await (const entry of names ?? []) {
    const path = join(entry.parentPath, entry.name)
    const key = relative(folder, path).replaceAll(sep, '/')
    if (!isStorageKey(key)) continue
    const found = await stat(path).catch(unlessMissing)
    if (found?.isFile()) yield { key, bytes: found.size, modified: found.mtime }
  }
}

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}
