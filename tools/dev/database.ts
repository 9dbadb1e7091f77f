import { startEmbeddedPostgres } from '../../api/src/db/embedded/embedded-postgres.ts'
import { lockDataDir, refuseUnfinishedRestore } from '../../api/src/db/embedded/data-dir-lock.ts'
import type { DevOptions } from './options.ts'

const DATABASE = 'awards'
const NEVER = new Promise<never>(() => undefined)

export type DevDatabase = {
  readonly url: string
  /** Resolves with the reason when it ends by itself. */
  readonly crashed: Promise<string>
  stop(): Promise<void>
}

/** PostgreSQL for a site under development; it goes on while the server starts anew. */
export async function startDatabase(options: DevOptions): Promise<DevDatabase> {
  const { dataDir, databaseUrl } = options
  if (databaseUrl) return { url: databaseUrl, crashed: NEVER, stop: async () => undefined }
  process.on('exit', lockDataDir(dataDir))
  refuseUnfinishedRestore(dataDir)
  const { socketDir, user, crashed, createDatabase, stop } = await startEmbeddedPostgres({
    dataDir,
  })
  await createDatabase(DATABASE)
  const url = `postgres://${user}@localhost/${DATABASE}?host=${encodeURIComponent(socketDir)}`
  return { url, crashed, stop }
}
