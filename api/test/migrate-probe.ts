import { openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'

// A process that runs the migrations, as every server does at its start.
const [, , socketDir = '', database = ''] = process.argv
const { db } = openDatabase({ socketDir, database }, 2)
try {
  const ran = await migrate(db)
  console.log(`RAN ${ran.length}`)
} catch (error) {
  console.log(String(error).replaceAll('\n', ' '))
  process.exitCode = 1
} finally {
  await db.destroy()
}
