import { writeDatabaseTypes } from '../api/test/database-types.ts'
import { emptySite } from '../api/test/empty-site.ts'
import { TEMPLATE, startTestPostgres } from '../api/test/test-database.ts'

const postgres = await startTestPostgres()
process.env['AWARDS_TEST_SOCKET'] = postgres.socketDir
try {
  const { connection, remove } = await emptySite({ template: TEMPLATE })
  await writeDatabaseTypes(connection.socketDir, connection.database)
  await remove()
} finally {
  await postgres.stop()
}
