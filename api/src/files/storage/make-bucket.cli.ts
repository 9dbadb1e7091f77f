// Makes the bucket of STORAGE_URL where there is none, for storages that belong to the site alone.
import { setTimeout as delay } from 'node:timers/promises'
import { openBucket } from './s3-bucket.ts'
import { readStorageUrl } from './storage-url.ts'

const LIMIT = 30_000

const place = readStorageUrl(process.env['STORAGE_URL'] ?? '')
if (typeof place === 'string') {
  console.error(`STORAGE_URL ${place}`)
  process.exit(2)
}
const bucket = openBucket(place)
for (const end = Date.now() + LIMIT; ; await delay(500)) {
  // A storage that is just starting refuses for a moment.
  const fault = await bucket.make()
  if (!fault) break
  if (Date.now() < end) continue
  console.error(
    `The bucket cannot be made.\n${fault}\nCheck STORAGE_URL and whether the storage runs.`,
  )
  process.exit(1)
}
console.log(`The bucket ${place.bucket} is there.`)
