import { join } from 'node:path'
import { Client } from 'pg'
import type { Site } from './site.ts'
import { notedIn } from './topology.ts'

/** The database of a site, as another process reaches it. */
export const databaseUrl = ({ dataDir }: Pick<Site, 'dataDir'>) =>
  notedIn(dataDir)?.database ??
  `postgres://awards@localhost/awards?host=${encodeURIComponent(join(dataDir, 'postgres-socket'))}`

/** Asks the database of a site directly. */
export const query = <Row extends Record<string, unknown>>(
  site: Pick<Site, 'dataDir'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => queryAt(databaseUrl(site), text, values)

/** Asks any database. */
export async function queryAt<Row extends Record<string, unknown>>(
  connectionString: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
  }
}
