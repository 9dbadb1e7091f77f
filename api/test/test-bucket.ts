import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TestBucket = {
  /** A `STORAGE_URL`; a folder may be appended. */
  readonly url: string
  readonly folder: string
  close(): Promise<void>
}

/** An S3 server with one bucket, in a temporary folder. */
export async function startBucket(): Promise<TestBucket> {
  const folder = await mkdtemp(join(tmpdir(), 'awards-bucket-'))
  const { default: S3rver } = await import('s3rver')
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'awards', configs: [] }],
  })
  const { port } = await server.run()
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/awards`,
    folder,
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** With `TEST_STORAGE=s3` the files of a database are in a folder of the bucket of the run. */
export function bucketFor(database: string): Record<string, string> {
  const bucket = process.env['AWARDS_TEST_BUCKET']
  return bucket ? { STORAGE_URL: `${bucket}/${database}?tls=off` } : {}
}
