import type { Db } from '../db/database.ts'
import { referencedKeys } from '../files/storage/file-references.ts'
import type { Storage } from '../files/storage/storage.ts'

/** A file lies in the storage before its row is written, and after its row is gone. */
const SETTLED_MS = 86_400_000
/** Releases have a retention of their own. */
const RELEASES = 'mfe/'

export type FileCheck = { count: number; bytes: number; missing: string[]; orphans: string[] }

/** Compares what rows name with what the storage has; `remove` takes away what no row names. */
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
    if (now.getTime() - file.modified.getTime() > SETTLED_MS) old.push(file.key)
  }
  // What came or went while the storage was read is neither missing nor left over.
  const after = await referencedKeys(db)
  const missing = [...before].filter((key) => !there.has(key) && after.has(key))
  const orphans = old.filter((key) => !before.has(key) && !after.has(key))
  if (remove) for (const key of orphans) await storage.remove(key)
  return { count: there.size, bytes, missing, orphans }
}
