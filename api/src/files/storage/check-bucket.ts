import { StartError } from '../../lib/start-error.ts'
import { openBucket } from './s3-bucket.ts'
import type { S3Place } from './storage-url.ts'

/** Throws a `StartError` that names the `setting` where the bucket cannot be used, before anything depends on it. */
export async function checkBucket(place: S3Place, setting: 'STORAGE_URL' | 'REGISTRY_STORAGE_URL') {
  const fault = await openBucket(place).fault()
  if (!fault) return
  throw new StartError(
    `The files of the site cannot be reached.\n${fault}\n` +
      `Check ${setting}: host, bucket, key and secret, and whether the storage runs.`,
  )
}
