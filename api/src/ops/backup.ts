import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Connection } from '../db/database.ts'
import type { Storage } from '../files/storage/storage.ts'
import {
  backupId,
  backupsIn,
  prune,
  UNFINISHED,
  MANIFEST,
  type Manifest,
} from './backup-manifest.ts'
import { copyFiles, writeFileList, digestOf, type ListedFile, FILE_LIST } from './file-vault.ts'
import { dumpTables, freeze, lockBackups, openSession } from './dump-tables.ts'
import { toDisk } from '../files/storage/streams.ts'
import { backUpAnchors, backUpFiles } from './kept-files.ts'
import { missingFiles, noteReferences } from './references.ts'

type Site = { connection: Connection; storage: Storage; dataDir: string; siteUrl: string }
type BackupOptions = { root: string; keep?: number | undefined; now?: Date }

export type Backup = { folder: string; manifest: Manifest; removed: string[] }

/**
 * Copies a running site: its rows as they are at one moment, then its files. A file lies in the storage
 * before a row names it, so that every file of those rows is there to be copied.
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
      const manifest = await write({ client, site, root, work, id, now })
      const folder = join(root, id)
      await rename(work, folder)
      await toDisk(root)
      await note(client, manifest)
      return { folder, manifest, removed: keep ? await prune(root, keep) : [] }
    } catch (error) {
      await rm(work, { recursive: true, force: true })
      throw error
    }
  } finally {
    await client.end()
  }
}

type Work = { client: pg.Client; site: Site; root: string; work: string; id: string; now: Date }

/** The manifest comes last: it says that all the rest is there. */
async function write({ client, site, root, work, id, now }: Work): Promise<Manifest> {
  const newest = (await backupsIn(root)).at(-1)
  const anchors = await backUpAnchors(site.dataDir, work)
  await freeze(client)
  const rows = await dumpTables(client, work)
  await noteReferences(client, work, rows.tables)
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
    kept: [...anchors, ...(await backUpFiles(site.dataDir, work))],
  }
  const path = join(work, MANIFEST)
  await writeFile(path, JSON.stringify(manifest, undefined, 2), { mode: 0o600 })
  await toDisk(path)
  return manifest
}

async function writeFiles(work: string, listed: ReadonlyMap<string, ListedFile>) {
  await writeFileList(work, listed.values())
  const path = join(work, FILE_LIST)
  await toDisk(path)
  return {
    count: listed.size,
    bytes: [...listed.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    list_bytes: (await stat(path)).size,
    list_sha256: await digestOf(path),
  }
}

/** Rows of all tables of a backup. */
export const rowsOf = ({ tables }: Manifest): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

/** The site knows how old its newest backup is. */
async function note(client: pg.Client, manifest: Manifest) {
  // A database that the last release has left has nowhere to say it.
  if (!manifest.tables.some(({ name }) => name === 'backups')) return
  const { id, started_at, finished_at, files, missing } = manifest
  await client.query(
    `insert into backups (id, started_at, finished_at, rows, files, bytes, missing)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, started_at, finished_at, rowsOf(manifest), files.count, files.bytes, missing.length],
  )
}
