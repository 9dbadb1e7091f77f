import type { Connection } from '../db/database.ts'
import { releaseReserve } from '../db/disk-reserve.ts'
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts'
import type { Config } from './config.ts'

const DATABASE = 'awards'
const NEVER = new Promise<never>(() => undefined)

export type StartedDatabase = {
  readonly connection: Connection
  /** Resolves with the reason if the embedded database exits unexpectedly. */
  readonly failed: Promise<string>
  stop(): Promise<void>
}

/**
 * Launches the embedded PostgreSQL, or uses that of DATABASE_URL. Resolves once its first process runs: await it before
 * the modules of the server are imported, which blocks this process for as long as the database takes to start.
 */
export async function launchDatabase(
  config: Config,
): Promise<{ started: Promise<StartedDatabase> }> {
  const spawned = Promise.withResolvers<void>()
  const started = startDatabase(config, spawned.resolve)
  // `startServer` awaits `started` and reports its failure; without a handler until then it would count as unhandled.
  await Promise.race([spawned.promise, started.catch(() => undefined)])
  return { started }
}

async function startDatabase(config: Config, onSpawn: () => void): Promise<StartedDatabase> {
  if (config.databaseUrl) {
    return { connection: config.databaseUrl, failed: NEVER, stop: async () => undefined }
  }
  await releaseReserve(config.dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, onSpawn })
  await postgres.createDatabase(DATABASE)
  const connection = { socketDir: postgres.socketDir, database: DATABASE }
  return { connection, failed: postgres.crashed, stop: postgres.stop }
}
