import { createReadStream, existsSync } from 'node:fs'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { isReleaseKey, type Storage, writeWithChecksum } from '../files/storage/storage.ts'
import {
  KEPT,
  type Manifest,
  type TableDump,
  readFileList,
  fileVault,
  type ListedFile,
} from './backup-folder.ts'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Db } from '../db/database.ts'
import { referencedKeys, referencesQuery } from '../files/uploads/stored-files.repository.ts'
import { inParallel } from '../lib/concurrency.ts'
import { DAY_MS } from '../lib/time.ts'
import { isOutboxName } from '../modules/accounting/e-invoice-platform.ts'

type KeptFile = Manifest['kept'][number]

/** Files of the data folder that cannot be regenerated. */
const KEYS = ['secret', 'certificate-key.pem']
/** Folder of a backup for the invoices that wait for the platform. */
const OUTBOX = 'outbox/pa/'

/** What a site keeps beside rows and stored files; the outbox is in its bucket or in its data folder. */
type Keeper = { dataDir: string; outbox: Storage }

/** Copies the anchors of the audit chain; before the rows, so that the rows contain every anchored entry. */
export const backUpAnchors = (dataDir: string, backup: string): Promise<KeptFile[]> =>
  copyAll(dataDir, backup, ['audit-anchors.log'])

/** Copies keys and invoices that wait for the platform, with mode 600. */
export async function backUpFiles(
  { dataDir, outbox }: Keeper,
  backup: string,
): Promise<KeptFile[]> {
  const kept = await copyAll(dataDir, backup, KEYS)
  for await (const { key } of outbox.list()) {
    const invoice = await outbox.get(key)
    // Fetched and removed after the listing.
    if (!invoice) continue
    const path = `${OUTBOX}${key}`
    kept.push({ path, ...(await write(invoice.body, join(backup, KEPT, path))) })
  }
  return kept
}

async function copyAll(dataDir: string, backup: string, paths: readonly string[]) {
  const kept: KeptFile[] = []
  for (const path of paths.filter((one) => existsSync(join(dataDir, one)))) {
    const copied = await write(createReadStream(join(dataDir, path)), join(backup, KEPT, path))
    kept.push({ path, ...copied })
  }
  return kept
}

/** Restores these files; overwrites a secret that the process has created meanwhile. */
export async function restoreKeptFiles(
  backup: string,
  { dataDir, outbox }: Keeper,
  kept: readonly KeptFile[],
) {
  for (const { path } of kept) {
    const body = createReadStream(join(backup, KEPT, path))
    const invoice = path.startsWith(OUTBOX) ? path.slice(OUTBOX.length) : ''
    // Backups of older releases have whatever lay beside the invoices, too.
    if (isOutboxName(invoice)) await outbox.put(invoice, body)
    else await write(body, join(dataDir, path))
  }
}

async function write(body: Readable, to: string) {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const written = await writeWithChecksum(body, to)
  await chmod(to, 0o600)
  return written
}

const CONCURRENCY = 4

/** Restores each file that the storage lacks; returns the keys of files that are damaged in the backup. */
export async function restoreFiles(
  { root, id }: { root: string; id: string },
  storage: Storage,
  wants: (key: string) => boolean = () => true,
): Promise<string[]> {
  const vault = fileVault(root)
  const damaged: string[] = []

  async function put({ key, bytes, sha256 }: ListedFile) {
    if (!wants(key) || (await storage.size(key)) === bytes) return
    if (await vault.has({ bytes, sha256 })) {
      const written = await storage.put(key, vault.read(sha256))
      if (written.sha256 === sha256) return
      await storage.remove(key)
    }
    damaged.push(key)
  }

  await inParallel(readFileList(join(root, id)), CONCURRENCY, put)
  return damaged
}

/** Minimum age of an orphan: files are stored before their row is written and removed after it is deleted. */
const MIN_ORPHAN_AGE_MS = DAY_MS

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
    // Releases have a retention of their own.
    if (isReleaseKey(file.key)) continue
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
