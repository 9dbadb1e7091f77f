import { openDatabase } from '../src/db/database.ts'
import { sql } from 'kysely'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { lockDataDir } from '../src/db/embedded/data-dir.ts'

// A process with its own PostgreSQL: inserts a row, prints the count and waits for its end.
const [, , dataDir = ''] = process.argv
try {
  const unlock = lockDataDir(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir })
  await postgres.createDatabase('probe')
  const { db } = openDatabase({ socketDir: postgres.socketDir, database: 'probe' })
  await sql`create table if not exists starts (at timestamptz default now())`.execute(db)
  await sql`insert into starts default values`.execute(db)
  const { rows } = await sql<{ count: string }>`select count(*) as count from starts`.execute(db)
  process.on('SIGTERM', async () => {
    await db.destroy()
    await postgres.stop()
    unlock()
    process.exit(0)
  })
  console.log(`READY ${rows[0]?.count}`)
} catch (error) {
  console.log(String(error).replaceAll('\n', ' '))
  process.exitCode = 1
}
