import path from 'node:path'
import type { AppContext } from '../../start/app-context.ts'
import { bucketConnector } from './bucket-connector.ts'
import { bookExportsRepository } from './book-exports.repository.ts'
import { outboxConnector } from './outbox-connector.ts'
import type { PaConnector } from './pa-connector.ts'
import { platformDeliveriesRepository } from './platform-deliveries.repository.ts'

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
