import { startBucket } from './test-bucket.ts'
import { startTestPostgres } from './test-database.ts'

/** One PostgreSQL for the run, and with `TEST_STORAGE=s3` one bucket; `global-teardown.ts` stops them. */
export default async function globalSetup() {
  const postgres = await startTestPostgres()
  process.env['AWARDS_TEST_SOCKET'] = postgres.socketDir
  process.env['AWARDS_TEST_FOLDER'] = postgres.folder
  Object.assign(globalThis, { awardsTestPostgres: postgres })
  if (process.env['TEST_STORAGE'] !== 's3') return
  const bucket = await startBucket()
  process.env['AWARDS_TEST_BUCKET'] = bucket.url
  Object.assign(globalThis, { awardsTestBucket: bucket })
}
