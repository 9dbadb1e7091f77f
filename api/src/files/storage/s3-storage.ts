import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { StartError } from '../../lib/errors.ts'
import { openBucket } from './s3-bucket.ts'
import { isStorageKey, type Storage, inChunks } from './storage.ts'
import type { S3Location } from './storage-url.ts'

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
