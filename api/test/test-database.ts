import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chmodSync } from 'node:fs'
import pg from 'pg'
import { openDatabase } from '../src/db/database.ts'
import { startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'

/**
 * Name of the migrated, empty template database of the test files. It takes no connections: PostgreSQL refuses to copy a
 * database that somebody is connected to. A test that wants to read it copies it (`emptySite`).
 */
export const TEMPLATE = 'awards_template'

/** Starts a PostgreSQL in the temporary folder and migrates its template. */
export async function startTestPostgres() {
  const dataDir = await mkdtemp(join(tmpdir(), 'awards-test-'))
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir, throwaway: true })
  await postgres.createDatabase(TEMPLATE)
  const { db } = openDatabase({ socketDir: postgres.socketDir, database: TEMPLATE })
  await migrate(db)
  await db.destroy()
  const client = new pg.Client({ host: postgres.socketDir, user: 'awards', database: 'postgres' })
  await client.connect()
  await client.query(`alter database ${TEMPLATE} allow_connections false`)
  await client.end()
  return {
    socketDir: postgres.socketDir,
    folder: dataDir,
    stop: async () => {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
