import { join } from 'node:path'
import { openStorage } from '../files/storage/open-storage.ts'
import { isReleaseKey, type Storage } from '../files/storage/storage.ts'
import type { Config } from '../start/config.ts'

/** File storage of a site, with the releases of its registry wherever they lie. */
export function siteStorage(config: Config): Storage {
  const { storageBucket, registryBucket, registryFilesDir } = config
  const folder = join(config.dataDir, 'files')
  const own = openStorage(storageBucket, folder)
  const isOnePlace =
    registryBucket === storageBucket &&
    (registryBucket !== undefined || registryFilesDir === folder)
  if (isOnePlace || !holdsRegistry(config)) return own
  return withReleases(own, openStorage(registryBucket, registryFilesDir))
}

/** Whether the rows of the releases are in the database of this process, not in that of another site. */
const holdsRegistry = ({ registryDatabaseUrl, databaseUrl }: Config) =>
  registryDatabaseUrl === undefined || registryDatabaseUrl === databaseUrl

/** Keys of releases lead to their storage, all others to the site's own; each is listed with its keys alone. */
function withReleases(own: Storage, releases: Storage): Storage {
  const placeOf = (key: string) => (isReleaseKey(key) ? releases : own)
  return {
    put: (key, body) => placeOf(key).put(key, body),
    get: (key, range) => placeOf(key).get(key, range),
    size: (key) => placeOf(key).size(key),
    read: (key) => placeOf(key).read(key),
    remove: (key) => placeOf(key).remove(key),
    async *list() {
      for (const place of [own, releases]) {
        for await (const file of place.list()) if (placeOf(file.key) === place) yield file
      }
    },
  }
}
