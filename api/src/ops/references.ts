import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { referencesIn } from '../files/storage/file-references.ts'
import type { TableDump } from './backup-manifest.ts'
import { writeDigested } from '../files/storage/write-digested.ts'

const FILE = 'references'

/** Notes which files the rows of the snapshot name. */
export async function noteReferences(
  client: pg.Client,
  folder: string,
  tables: readonly TableDump[],
) {
  const names = new Set(tables.map(({ name }) => name))
  const keys = client.query(copyTo(`copy (${referencesIn(names)}) to stdout`))
  await writeDigested(keys, join(folder, FILE))
}

/** Those of them that the storage did not have any more. */
export async function missingFiles(
  folder: string,
  listed: ReadonlyMap<string, unknown>,
): Promise<string[]> {
  const missing: string[] = []
  const path = join(folder, FILE)
  const lines = createInterface({ input: createReadStream(path) })
  for await (const key of lines) if (!listed.has(key)) missing.push(key)
  await rm(path)
  return missing
}
