import { type S3Location, openBucket } from './s3-bucket.ts'
import {
  type Storage,
  isReleaseKey,
  isStorageKey,
  type StoredObject,
  writeWithChecksum,
  inChunks,
} from './storage.ts'
import { randomUUID, createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { errorCode, StartError } from '../../lib/errors.ts'
import type { Config } from '../../start/config.ts'

/** The storage in the bucket if there is one, else in the folder. `isKey` replaces the check of the keys. */
export const openStorage = (
  bucket: S3Location | undefined,
  folder: string,
  isKey?: (key: string) => boolean,
): Storage => (bucket ? s3Storage(bucket, isKey) : diskStorage(folder, isKey))

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

/** S3 accepts parts of 5 MiB and more (the last may be smaller), and at most 10 000 of them. */
const PART_BYTES = 8 << 20

/**
 * Storage in a bucket that several processes share. An object appears under its key only when it is complete. Larger
 * bodies are sent as multipart uploads with one part in memory. `isKey` decides which keys are valid.
 */
export function s3Storage(location: S3Location, isKey = isStorageKey): Storage {
  const bucket = openBucket(location)
  const nameOf = (key: string) => {
    if (!isKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
    return location.prefix + key
  }

  return {
    async put(key, body) {
      const name = nameOf(key)
      const hash = createHash('sha256')
      let bytes = 0
      const upload = bucket.upload(name)
      try {
        for await (const part of inChunks(Buffer.isBuffer(body) ? [body] : body, PART_BYTES)) {
          hash.update(part)
          bytes += part.length
          await upload.add(part)
        }
        await upload.finish()
      } catch (error) {
        if (body instanceof Readable) body.destroy()
        await upload.abort()
        throw error
      }
      return { bytes, sha256: hash.digest('hex') }
    },
    get: (key, range = {}) => bucket.get(nameOf(key), range),
    size: (key) => bucket.size(nameOf(key)),
    async read(key) {
      const found = await bucket.get(nameOf(key), {})
      if (!found) throw Object.assign(new Error(`No such file: ${key}`), { code: 'ENOENT' })
      return Buffer.concat(await found.body.toArray())
    },
    remove: (key) => bucket.remove(nameOf(key)),
    async *list() {
      for await (const one of bucket.list(location.prefix)) if (isKey(one.key)) yield one
    },
  }
}

/** Throws a `StartError` that names the `setting` if the bucket cannot be used. Called at start. */
export async function checkBucket(
  location: S3Location,
  setting: 'STORAGE_URL' | 'REGISTRY_STORAGE_URL',
) {
  const fault = await openBucket(location).fault()
  if (!fault) return
  throw new StartError(
    `The files of the site cannot be reached.\n${fault}\n` +
      `Check ${setting}: host, bucket, key and secret, and whether the storage runs.`,
  )
}

/** File storage of a site, with the releases of its registry wherever they lie. */
export function siteStorage(config: Config): Storage {
  const { storageBucket, registryBucket, registryFilesDir } = config
  const folder = join(config.dataDir, 'files')
  const own = openStorage(storageBucket, folder)
  const isOnePlace =
    registryBucket === storageBucket &&
    (registryBucket !== undefined || registryFilesDir === folder)
  if (isOnePlace || !holdsRegistry(config)) return own
  return withReleases(own, openStorage(registryBucket, registryFilesDir))
}

/** Whether the rows of the releases are in the database of this process, not in that of another site. */
const holdsRegistry = ({ registryDatabaseUrl, databaseUrl }: Config) =>
  registryDatabaseUrl === undefined || registryDatabaseUrl === databaseUrl

/** Keys of releases lead to their storage, all others to the site's own; each is listed with its keys alone. */
function withReleases(own: Storage, releases: Storage): Storage {
  const placeOf = (key: string) => (isReleaseKey(key) ? releases : own)
  return {
    put: (key, body) => placeOf(key).put(key, body),
    get: (key, range) => placeOf(key).get(key, range),
    size: (key) => placeOf(key).size(key),
    read: (key) => placeOf(key).read(key),
    remove: (key) => placeOf(key).remove(key),
    async *list() {
      for (const place of [own, releases]) {
        for await (const file of place.list()) if (placeOf(file.key) === place) yield file
      }
    },
  }
}
