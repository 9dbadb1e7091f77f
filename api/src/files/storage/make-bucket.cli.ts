// Creates the bucket of STORAGE_URL if it is missing, for a storage that only this site uses.
import { setTimeout as delay } from 'node:timers/promises'
import { openBucket, readStorageUrl } from './s3-bucket.ts'

const TIMEOUT_MS = 30_000

const location = readStorageUrl(process.env['STORAGE_URL'] ?? '')
if (typeof location === 'string') {
  console.error(`STORAGE_URL ${location}`)
  process.exit(2)
}
const bucket = openBucket(location)
for (const end = Date.now() + TIMEOUT_MS; ; await delay(500)) {
  // Retries until the timeout: a storage that is starting refuses connections.
  const fault = await bucket.create()
  if (!fault) break
  if (Date.now() < end) continue
  console.error(
    `The bucket cannot be made.\n${fault}\nCheck STORAGE_URL and whether the storage runs.`,
  )
  process.exit(1)
}
console.log(`The bucket ${location.bucket} is there.`)
