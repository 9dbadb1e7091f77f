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
import type { SiteIdentity } from '../modules/editions/editions.repository.ts'

/** Dependencies of all modules; created once at the start, and once per API test file. */
export type AppContext = {
  readonly config: Config
  readonly db: Db
  /** Database of the registry: `db`, unless several sites share a registry. */
  readonly registryDb: Db
  /** Storage of the files of releases. */
  readonly registryStorage: Storage
  /** Cached read access to the registry. */
  readonly registry: RegistryReader
  /** The only source of the current time, so that tests can set it. */
  readonly clock: () => Date
  readonly storage: Storage
  readonly jobs: Jobs
  readonly mail: Mail
  readonly limits: Limits
  /** Cache of public responses, invalidated by changes. */
  readonly publicCache: PublicCache
  readonly log: Log
  readonly metrics: Metrics
  /** Undefined if tracing is not configured. */
  readonly tracing: Tracing | undefined
  /** Name, colours and contacts of the programme; cached for seconds. */
  readonly identity: () => Promise<SiteIdentity>
}
