import { startBucket } from '../../../test/test-bucket.ts'
import { openBucket, readStorageUrl } from '../../files/storage/s3-bucket.ts'
import { s3Storage } from '../../files/storage/open-storage.ts'
import { outboxConnector, platformOutbox } from './e-invoice-platform.ts'

// Decision 27.
test('invoices for the platform are stored in the bucket, outside the file cleanup', async () => {
  const server = await startBucket()
  const location = readStorageUrl(`${server.url}/site?tls=off`)
  if (typeof location === 'string') throw new Error(location)
  const invoice = { number: 'F-2027/12', issued_on: '2027-03-01', xml: '<Invoice>é</Invoice>' }
  const outbox = platformOutbox({ storageBucket: location, dataDir: '/nowhere' })
  const connector = outboxConnector(outbox)
  const { reference } = await connector.deliver(invoice)
  expect(await connector.deliver(invoice)).toEqual({ reference })

  const found = await openBucket(location).get(`site/outbox/pa/${reference}`, {})
  expect(Buffer.concat((await found?.body.toArray()) ?? []).toString()).toBe(invoice.xml)
  const keys: string[] = []
  for await (const { key } of s3Storage(location).list()) keys.push(key)
  expect(keys).toEqual([])
  await server.close()
})
