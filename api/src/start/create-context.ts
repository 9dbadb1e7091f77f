import { join } from 'node:path'
import { openDatabase, type Connection } from '../db/database.ts'
import { openStorage } from '../files/storage/open-storage.ts'
import { jobQueue } from '../jobs/job-queue.ts'
import { mailOutbox, type MailTransport } from '../mail/mail-outbox.ts'
import { NO_METRICS, type Metrics, type Tracing } from '../observability/instruments.ts'
import { nextBoundary } from '../modules/public-site/content.repository.ts'
import { registryReader } from '../../../platform/src/registry/discovery/reader.ts'
import { siteIdentity } from '../modules/editions/editions.repository.ts'
import type { AppContext } from './app-context.ts'
import type { Config } from './config.ts'
import { postgresLimits } from '../http/limits.ts'
import { createLog, type Log } from '../observability/log.ts'
import { publicCache } from '../http/public-cache.ts'
import { shiftedClock } from '../lib/time.ts'

type Parts = {
  config: Config
  connection: Connection
  mailTransport: MailTransport
  clock?: () => Date
  log?: Log
  metrics?: Metrics
  tracing?: Tracing | undefined
}

/** Creates the dependencies of all modules; `close` closes cache and database connections. */
export function createContext({ config, connection, mailTransport, ...given }: Parts) {
  const { clockShiftFile } = config
  const clock = given.clock ?? (clockShiftFile ? shiftedClock(clockShiftFile) : () => new Date())
  const { metrics = NO_METRICS, tracing } = given
  const log = given.log ?? createLog(config.logLevel, undefined, metrics.line)
  const { db, pool } = openDatabase(connection)
  const ownRegistry = config.registryDatabaseUrl && openDatabase(config.registryDatabaseUrl).db
  const registryDb = ownRegistry || db
  const { storageBucket, registryBucket, registryFilesDir } = config
  const storage = openStorage(storageBucket, join(config.dataDir, 'files'))
  const isShared = registryBucket !== undefined && registryBucket === storageBucket
  const registryStorage = isShared ? storage : openStorage(registryBucket, registryFilesDir)
  const jobs = jobQueue({ db, clock, log, metrics, tracing })
  const { siteUrl } = config
  const identity = siteIdentity(db)
  const context: AppContext = {
    config,
    db,
    registryDb,
    registryStorage,
    registry: registryReader({ db: registryDb, storage: registryStorage, log }),
    clock,
    log,
    metrics,
    tracing,
    jobs,
    storage,
    mail: mailOutbox({ db, jobs, clock, log, siteUrl, mailTransport, identity }),
    limits: postgresLimits(pool),
    publicCache: publicCache({
      connection,
      clock,
      nextBoundary: (now) => nextBoundary(db, now),
      lookup: metrics.lookup,
    }),
    identity,
  }
  const close = async () => {
    await context.publicCache.close()
    if (ownRegistry) await ownRegistry.destroy()
    await db.destroy()
  }
  return { context, close }
}
