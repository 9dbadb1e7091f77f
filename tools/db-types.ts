import { writeDatabaseTypes } from '../api/test/database-types.ts'
import { TEMPLATE, startTestPostgres } from '../api/test/test-database.ts'

const postgres = await startTestPostgres()
try {
  await writeDatabaseTypes(postgres.socketDir, TEMPLATE)
} finally {
  await postgres.stop()
}
