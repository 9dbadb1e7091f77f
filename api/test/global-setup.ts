import { startTestPostgres } from './test-database.ts'

/** One PostgreSQL for the run; `global-teardown.ts` stops it. */
export default async function globalSetup() {
  const postgres = await startTestPostgres()
  process.env['AWARDS_TEST_SOCKET'] = postgres.socketDir
  Object.assign(globalThis, { awardsTestPostgres: postgres })
}
