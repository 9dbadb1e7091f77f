import type { Config } from '../start/config.ts'
import { StartError } from '../lib/start-error.ts'
import type { Connection } from '../db/database.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import { lockDataDir } from '../db/embedded/instance-lock.ts'
import { postgresAccount } from '../db/embedded/postgres-account.ts'
import { clusterDir, socketDir } from '../db/embedded/postgres-places.ts'

const DATABASE = 'awards'

/** The site's database for a command: that of a running site, or its own for as long as it takes. */
export async function openSiteDatabase(
  config: Config,
): Promise<{ connection: Connection; close: () => Promise<void> }> {
  if (config.databaseUrl) return { connection: config.databaseUrl, close: async () => undefined }
  const unlock = lockUnlessRunning(config.dataDir)
  if (!unlock) {
    const account = postgresAccount()
    const sockets = socketDir(account, clusterDir(account, config.dataDir))
    return { connection: { socketDir: sockets, database: DATABASE }, close: async () => undefined }
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir })
  await postgres.createDatabase(DATABASE)
  return {
    connection: { socketDir: postgres.socketDir, database: DATABASE },
    close: async () => {
      await postgres.stop()
      unlock()
    },
  }
}

// The lock is taken where no site runs; a site that runs has it, and its database answers.
function lockUnlessRunning(dataDir: string) {
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    if (error instanceof StartError) return undefined
    throw error
  }
}
