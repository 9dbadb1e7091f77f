import { join } from 'node:path'
import { queryAt } from '../../../ops/workload/accounts.ts'
import { notedDatabase } from './demo-template.ts'
import { notedIn } from './topology.ts'

type DataFolder = { readonly dataDir: string }

/** The database of a site, as another process reaches it. */
export const databaseUrl = ({ dataDir }: DataFolder) =>
  notedIn(dataDir)?.database ??
  notedDatabase(dataDir) ??
  `postgres://awards@localhost/awards?host=${encodeURIComponent(join(dataDir, 'postgres-socket'))}`

/** What another site is told that shares the registry of a site. */
export const registryPlace = (site: DataFolder): Record<string, string> => {
  const storage = notedIn(site.dataDir)?.storage
  return {
    REGISTRY_DATABASE_URL: databaseUrl(site),
    ...(storage
      ? { REGISTRY_STORAGE_URL: storage }
      : { REGISTRY_FILES_DIR: join(site.dataDir, 'files') }),
  }
}

/** Asks the database of a site directly. */
export const query = <Row extends Record<string, unknown>>(
  site: DataFolder,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => queryAt(databaseUrl(site), text, values)
