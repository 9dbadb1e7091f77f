import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { StartError } from '../../lib/errors.ts'
import { inChunks } from './streams.ts'
import { openBucket } from './s3-bucket.ts'
import { isStorageKey, type Storage } from './storage.ts'
import type { S3Place } from './storage-url.ts'

/** S3 takes no smaller part but the last, and ten thousand of them at most. */
const PART_BYTES = 8 << 20

/**
 * Files in a bucket that several processes share. An object is seen under its key only when it is
 * whole; what is longer than a part is sent in parts, of which one is in memory.
 */
export function s3Storage(place: S3Place): Storage {
  const bucket = openBucket(place)
  const nameOf = (key: string) => {
    if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
    return place.prefix + key
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
        await upload.giveUp()
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
      for await (const one of bucket.list(place.prefix)) if (isStorageKey(one.key)) yield one
    },
  }
}

/** Throws a `StartError` that names the `setting` where the bucket cannot be used, before anything depends on it. */
export async function checkBucket(place: S3Place, setting: 'STORAGE_URL' | 'REGISTRY_STORAGE_URL') {
  const fault = await openBucket(place).fault()
  if (!fault) return
  throw new StartError(
    `The files of the site cannot be reached.\n${fault}\n` +
      `Check ${setting}: host, bucket, key and secret, and whether the storage runs.`,
  )
}
