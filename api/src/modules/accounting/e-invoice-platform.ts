import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openBucket } from '../../files/storage/s3-bucket.ts'
import type { S3Place } from '../../files/storage/storage-url.ts'
import type { AppContext } from '../../start/app-context.ts'
import { bookExportsRepository, platformDeliveriesRepository } from './books.repository.ts'

/** An invoice as an approved platform (plateforme agréée) takes it: Factur-X, that is CII in XML. */
type PlatformInvoice = { number: string; issued_on: string; xml: string }

/**
 * The way to the approved platform that the organiser has chosen. `deliver` is idempotent by the
 * number, and throws where the platform did not take the invoice; its answer is the platform's own
 * reference.
 */
type PaConnector = {
  deliver(invoice: PlatformInvoice): Promise<{ reference: string }>
}

/** The same for the same invoice: delivered twice, it is there once. */
const outboxName = ({ issued_on, number }: { issued_on: string; number: string }): string =>
  `${issued_on}_${number.replaceAll(/[^\w-]/g, '_')}.xml`

/**
 * Puts each invoice into a folder, from which the platform's own client or a person fetches it. A file
 * appears under its name only when it is whole.
 */
const outboxConnector = (folder: string): PaConnector => ({
  async deliver({ xml, ...invoice }) {
    const reference = outboxName(invoice)
    await mkdir(folder, { recursive: true })
    const target = path.join(folder, reference)
    await writeFile(`${target}.part`, xml, { mode: 0o600 })
    await rename(`${target}.part`, target)
    return { reference }
  },
})

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

const CLEANING_SECONDS = 3_600
const KEPT_MS = 86_400_000
const DELIVERY_SECONDS = 60
const BATCH = 50

/** What the books do by themselves: old copies go, invoices between businesses go to the platform. */
export function bookJobs(context: AppContext) {
  const { db, jobs, clock, storage, config } = context
  const connector: PaConnector = config.storagePlace
    ? bucketConnector(config.storagePlace)
    : outboxConnector(path.join(config.dataDir, 'outbox', 'pa'))

  jobs.every('money.old_exports', CLEANING_SECONDS, async () => {
    const exports = bookExportsRepository(db)
    const end = new Date(clock().getTime() - KEPT_MS)
    for (const { storage_key } of await exports.olderThan(end)) {
      await storage.remove(storage_key)
      await exports.remove(storage_key)
    }
  })

  jobs.every('money.platform', DELIVERY_SECONDS, async () => {
    const { time_zone } = await context.identity()
    const deliveries = platformDeliveriesRepository(db)
    for (const { invoice_id, ...invoice } of await deliveries.waiting(time_zone, BATCH)) {
      const { reference } = await connector.deliver(invoice)
      await deliveries.delivered(invoice_id, reference, clock())
    }
  })
}
