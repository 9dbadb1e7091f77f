import type { Db } from '../db/database.ts'
import type { Storage } from '../files/storage/storage.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Mail } from '../mail/mail-texts.ts'
import type { Metrics, Tracing } from '../observability/instruments.ts'
import type { RegistryReader } from '../../../platform/src/registry/registry.types.ts'
import type { Config } from './config.ts'
import type { Limits } from '../http/limits.ts'
import type { Log } from '../observability/log.ts'
import type { PublicCache } from '../http/public-cache.ts'
import type { SiteIdentity } from '../modules/editions/site-identity.ts'

/** Everything a module may use; built once at start, and once for each API test file. */
export type AppContext = {
  readonly config: Config
  readonly db: Db
  /** Where the registry keeps its records: `db`, unless several sites share a registry. */
  readonly registryDb: Db
  /** Where the files of the releases lie. */
  readonly registryStorage: Storage
  /** What the site reads of the registry, remembered. */
  readonly registry: RegistryReader
  /** The only source of the time, so that a test can set it. */
  readonly clock: () => Date
  readonly storage: Storage
  readonly jobs: Jobs
  readonly mail: Mail
  readonly limits: Limits
  /** What visitors read, remembered until it changes. */
  readonly publicCache: PublicCache
  readonly log: Log
  readonly metrics: Metrics
  /** Undefined where nobody has asked for traces. */
  readonly tracing: Tracing | undefined
  /** How the programme presents itself; a change in the database is seen within seconds. */
  readonly identity: () => Promise<SiteIdentity>
}
