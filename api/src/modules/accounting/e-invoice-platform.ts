import path from 'node:path'
import { openStorage } from '../../files/storage/open-storage.ts'
import type { Storage } from '../../files/storage/storage.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { Config } from '../../start/config.ts'
import { bookExportsRepository, platformDeliveriesRepository } from './books.repository.ts'
import { platformClient } from './platform/platform-client.ts'
import { platformExchange } from './platform/platform-exchange.ts'
import { DAY_MS } from '../../lib/time.ts'

/** An invoice for an approved platform (plateforme agréée): Factur-X, that is CII in XML. */
type PlatformInvoice = { number: string; issued_on: string; xml: string }

/** Where invoices lie for a person or another program to fetch. `deliver` is idempotent by the number. */
type OutboxConnector = {
  deliver(invoice: PlatformInvoice): Promise<{ reference: string }>
}

/** One name per invoice, so that a second delivery overwrites the first. */
const outboxName = ({ issued_on, number }: { issued_on: string; number: string }): string =>
  `${issued_on}_${number.replaceAll(/[^\w-]/g, '_')}.xml`

/** Whether a file of the outbox is an invoice. */
export const isOutboxName = (name: string) => /^[\w-]+\.xml$/.test(name)

/** `outbox/pa/` in the site's bucket, shared by all processes, or in the data directory; outside the site's own files. */
export const platformOutbox = ({
  storageBucket,
  dataDir,
}: Pick<Config, 'storageBucket' | 'dataDir'>): Storage =>
  openStorage(
    storageBucket && { ...storageBucket, prefix: `${storageBucket.prefix}outbox/pa/` },
    path.join(dataDir, 'outbox', 'pa'),
    isOutboxName,
  )

/** Writes each invoice to an outbox, from which the platform's client or a person fetches it. */
export const outboxConnector = (outbox: Storage): OutboxConnector => ({
  async deliver({ xml, ...invoice }) {
    const reference = outboxName(invoice)
    await outbox.put(reference, Buffer.from(xml))
    return { reference }
  },
})

const CLEANUP_SECONDS = 3_600
const RETENTION_MS = DAY_MS
const DELIVERY_SECONDS = 60
const BATCH = 50

/**
 * Periodic jobs: deletes old export files, and brings invoices between businesses to the approved platform; without a
 * connection to one, to the outbox.
 */
export function bookJobs(context: AppContext) {
  const { db, jobs, clock, storage, config } = context

  jobs.every('money.old_exports', CLEANUP_SECONDS, async () => {
    const exports = bookExportsRepository(db)
    const end = new Date(clock().getTime() - RETENTION_MS)
    for (const { storage_key } of await exports.olderThan(end)) {
      await storage.remove(storage_key)
      await exports.remove(storage_key)
    }
  })

  if (config.approvedPlatform) {
    const { run } = platformExchange(context, platformClient(config.approvedPlatform, clock))
    jobs.every('money.platform', DELIVERY_SECONDS, run, { lane: 'platform' })
    return
  }
  const connector = outboxConnector(platformOutbox(config))
  jobs.every('money.platform', DELIVERY_SECONDS, async () => {
    const { time_zone } = await context.identity()
    const deliveries = platformDeliveriesRepository(db)
    for (const { invoice_id, ...invoice } of await deliveries.waiting(time_zone, BATCH)) {
      const { reference } = await connector.deliver(invoice)
      await deliveries.delivered(invoice_id, reference, clock())
    }
  })
}
