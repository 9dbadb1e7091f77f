import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Connection } from '../db/database.ts'
import { type Storage, fsyncPath } from '../files/storage/storage.ts'
import { inParallel } from '../lib/concurrency.ts'
import {
  backupId,
  newestBySite,
  prune,
  UNFINISHED,
  MANIFEST,
  type Manifest,
  KEPT,
  readManifest,
  copyFiles,
  writeFileList,
  digestOf,
  type ListedFile,
  FILE_LIST,
  readFileList,
  fileVault,
} from './backup-folder.ts'
import { dumpTables, beginSnapshot, lockBackups, openSession, tableFile } from './dump-tables.ts'
import { backUpAnchors, backUpFiles, missingFiles, dumpReferences } from './kept-files.ts'

type Site = {
  connection: Connection
  storage: Storage
  /** Invoices that wait for the platform. */
  outbox: Storage
  dataDir: string
  siteUrl: string
}
type BackupOptions = { root: string; keep?: number | undefined; now?: Date }

export type Backup = {
  folder: string
  manifest: Manifest
  removed: string[]
  /** Addresses of other sites with backups in the same folder. */
  otherSites: string[]
}

/**
 * Backs up a running site: a snapshot of its rows, then its files. A file is stored before a row references it, so the
 * storage has every file of the snapshot. `keep` removes older backups, unless the folder has those of another site.
 */
export async function backup(site: Site, wanted: BackupOptions): Promise<Backup> {
  const { root, keep, now = new Date() } = wanted
  await mkdir(root, { recursive: true, mode: 0o700 })
  const client = await openSession(site.connection)
  try {
    await lockBackups(client)
    const id = backupId(now)
    const work = join(root, `${UNFINISHED}${id}`)
    await mkdir(work, { mode: 0o700 })
    try {
      const manifest = await writeBackup({ client, site, root, work, id, now })
      const folder = join(root, id)
      await rename(work, folder)
      await fsyncPath(root)
      await recordBackup(client, manifest)
      const otherSites = [...(await newestBySite(root)).keys()].filter(
        (url) => url !== site.siteUrl,
      )
      // Counted together, the backups of one site would remove those of the other.
      const removed = keep && otherSites.length === 0 ? await prune(root, keep) : []
      return { folder, manifest, removed, otherSites }
    } catch (error) {
      await rm(work, { recursive: true, force: true })
      throw error
    }
  } finally {
    await client.end()
  }
}

type Work = { client: pg.Client; site: Site; root: string; work: string; id: string; now: Date }

/** Writes a backup. The manifest is written last and marks it as complete. */
async function writeBackup({ client, site, root, work, id, now }: Work): Promise<Manifest> {
  // A file of another site may have the same key and size.
  const newest = (await newestBySite(root)).get(site.siteUrl)
  const anchors = await backUpAnchors(site.dataDir, work)
  await beginSnapshot(client)
  const rows = await dumpTables(client, work)
  await dumpReferences(client, work, rows.tables)
  await client.query('commit')

  const before = newest && join(root, newest)
  const listed = await copyFiles(site.storage, { root, before })
  const missing = await missingFiles(work, listed)
  const files = await writeFiles(work, listed)
  const manifest: Manifest = {
    format: 1,
    id,
    site: site.siteUrl,
    started_at: now.toISOString(),
    finished_at: new Date().toISOString(),
    ...rows,
    files,
    missing,
    kept: [...anchors, ...(await backUpFiles(site, work))],
  }
  const path = join(work, MANIFEST)
  await writeFile(path, JSON.stringify(manifest, undefined, 2), { mode: 0o600 })
  await fsyncPath(path)
  return manifest
}

async function writeFiles(work: string, listed: ReadonlyMap<string, ListedFile>) {
  await writeFileList(work, listed.values())
  const path = join(work, FILE_LIST)
  await fsyncPath(path)
  return {
    count: listed.size,
    bytes: [...listed.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    list_bytes: (await stat(path)).size,
    list_sha256: await digestOf(path),
  }
}

/** Number of rows of all tables of a backup. */
export const rowsOf = ({ tables }: Manifest): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

/** Records the backup in the database, for monitoring of its age. */
async function recordBackup(client: pg.Client, manifest: Manifest) {
  // The schema of an older release may lack the table.
  if (!manifest.tables.some(({ name }) => name === 'backups')) return
  const { id, started_at, finished_at, files, missing } = manifest
  await client.query(
    `insert into backups (id, started_at, finished_at, rows, files, bytes, missing)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, started_at, finished_at, rowsOf(manifest), files.count, files.bytes, missing.length],
  )
}

const CONCURRENCY = 2

/** `rows`: damaged dumps and lists. `files`: keys of damaged stored files, which a restore can skip. */
type Damage = { rows: string[]; files: string[] }

/**
 * Verifies the checksums of a backup. Of stored files only the size, unless `reads` is set: a restore reads them anyway.
 */
export async function verifyBackup(
  root: string,
  id: string,
  { reads }: { reads: boolean },
): Promise<{ manifest: Manifest; damage: Damage }> {
  const folder = join(root, id)
  const manifest = await readManifest(folder)
  const rows: string[] = []
  for (const { path, bytes, sha256 } of partsOf(manifest, folder)) {
    const found = await stat(path).catch(() => undefined)
    if (found?.size !== bytes || (await digestOf(path)) !== sha256) rows.push(path)
  }
  const files: string[] = []
  // Skipped if the file list may be damaged.
  if (rows.length === 0) {
    const vault = fileVault(root)
    await inParallel(readFileList(folder), CONCURRENCY, async (file: ListedFile) => {
      const isThere = await vault.has(file)
      if (!isThere || (reads && !(await vault.isIntact(file.sha256)))) files.push(file.key)
    })
  }
  return { manifest, damage: { rows, files } }
}

function partsOf({ tables, files, kept }: Manifest, folder: string) {
  return [
    ...tables.map(({ name, ...part }) => ({ ...part, path: tableFile(folder, name) })),
    { path: join(folder, FILE_LIST), bytes: files.list_bytes, sha256: files.list_sha256 },
    ...kept.map(({ path, ...part }) => ({ ...part, path: join(folder, KEPT, path) })),
  ]
}
