import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { errorCode } from '../../lib/errors.ts'
import { isStorageKey, type Storage, type StoredObject, writeWithChecksum } from './storage.ts'

const CHUNK_BYTES = 256 * 1_024

/**
 * Storage in a folder. `put` writes a temporary file, syncs it to disk and renames it, so that a key never has half a
 * file. `isKey` decides which keys are valid.
 */
export function diskStorage(folder: string, isKey = isStorageKey): Storage {
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
    return join(folder, key)
  }

  return {
    async put(key, body) {
      const target = pathOf(key)
      const temporary = join(folder, `fresh-${randomUUID()}`)
      await mkdir(dirname(target), { recursive: true })
      try {
        const written = await writeWithChecksum(
          Buffer.isBuffer(body) ? Readable.from([body]) : body,
          temporary,
        )
        await rename(temporary, target)
        return written
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
    },
    async get(key, range = {}) {
      const file = pathOf(key)
      const found = await stat(file).catch(ignoreMissing)
      return (
        found && {
          body: createReadStream(file, { ...range, highWaterMark: CHUNK_BYTES }),
          bytes: found.size,
        }
      )
    },
    size: async (key) => (await stat(pathOf(key)).catch(ignoreMissing))?.size,
    read: (key) => readFile(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
    list: () => listFolder(folder, isKey),
  }
}

async function* listFolder(
  folder: string,
  isKey: typeof isStorageKey,
): AsyncGenerator<StoredObject> {
  const names = await opendir(folder, { recursive: true }).catch(ignoreMissing)
  for await (const entry of names ?? []) {
    const path = join(entry.parentPath, entry.name)
    const key = relative(folder, path).replaceAll(sep, '/')
    if (!isKey(key)) continue
    const found = await stat(path).catch(ignoreMissing)
    if (found?.isFile()) yield { key, bytes: found.size, modified: found.mtime }
  }
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}
