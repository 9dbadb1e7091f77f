import { openBucket } from '../../files/storage/s3-bucket.ts'
import type { S3Place } from '../../files/storage/storage-url.ts'
import { outboxName } from './outbox-connector.ts'
import type { PaConnector } from './pa-connector.ts'

/** The same outbox in the bucket of the site, where every process puts its invoices. */
export function bucketConnector(place: S3Place): PaConnector {
  const bucket = openBucket(place)
  return {
    async deliver({ xml, ...invoice }) {
      const reference = outboxName(invoice)
      const upload = bucket.upload(`${place.prefix}outbox/pa/${reference}`)
      await upload.add(Buffer.from(xml))
      await upload.finish()
      return { reference }
    },
  }
}
