import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Db } from '../db/database.ts'
import { referencedKeys, referencesQuery } from '../files/storage/file-references.repository.ts'
import { type Storage, writeWithChecksum } from '../files/storage/storage.ts'
import type { TableDump } from './backup-manifest.ts'
import { DAY_MS } from '../lib/durations.ts'

/** Minimum age of an orphan: files are stored before their row is written and removed after it is deleted. */
const MIN_ORPHAN_AGE_MS = DAY_MS
/** Prefix of release files, which have their own retention. */
const RELEASES = 'mfe/'

type FileCheck = { count: number; bytes: number; missing: string[]; orphans: string[] }

/** Compares referenced keys with the storage; `remove` deletes orphans older than a day. */
export async function checkFiles(
  db: Db,
  storage: Storage,
  { now, remove }: { now: Date; remove: boolean },
): Promise<FileCheck> {
  const before = await referencedKeys(db)
  const there = new Set<string>()
  const old: string[] = []
  let bytes = 0
  for await (const file of storage.list()) {
    if (file.key.startsWith(RELEASES)) continue
    there.add(file.key)
    bytes += file.bytes
    if (now.getTime() - file.modified.getTime() > MIN_ORPHAN_AGE_MS) old.push(file.key)
  }
  // Read again: files created or removed during the listing are neither missing nor orphans.
  const after = await referencedKeys(db)
  const missing = [...before].filter((key) => !there.has(key) && after.has(key))
  const orphans = old.filter((key) => !before.has(key) && !after.has(key))
  if (remove) for (const key of orphans) await storage.remove(key)
  return { count: there.size, bytes, missing, orphans }
}

const FILE = 'references'

/** Writes the keys of files that the rows of the snapshot reference. */
export async function dumpReferences(
  client: pg.Client,
  folder: string,
  tables: readonly TableDump[],
) {
  const names = new Set(tables.map(({ name }) => name))
  const keys = client.query(copyTo(`copy (${referencesQuery(names)}) to stdout`))
  await writeWithChecksum(keys, join(folder, FILE))
}

/** The referenced keys that the storage lacks. */
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
